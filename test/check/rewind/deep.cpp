// A schedule of tens of thousands of steps that branches at every level: two threads hand a token to each other. The
// number of states grows with the length, not with its square; with little memory for checkpoints most of them are
// dropped on the way and made again, and the result is the same.
// RUN: %build && %omc check -o - --json %t.json -j 1 %t 2000 && %omc check -o - --json %t.less.json -j 1 --memory 192M %t 2000
// RUN: %omc check -o - --json %t.half.json -j 1 %t 1000
// RUN: %python %S/Inputs/deep.py %t.json %t.less.json %t.half.json
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable passed;
int turn;

void player(int me, int rounds) {
  for (int i = 0; i < rounds; i++) {
    std::unique_lock<std::mutex> lock(m);
    while (turn != me) passed.wait(lock);
    turn = 1 - me;
    passed.notify_one();
  }
}

int main(int, char** argv) {
  int rounds = std::atoi(argv[1]);
  std::thread a(player, 0, rounds), b(player, 1, rounds);
  a.join();
  b.join();
}
// COVERS: search/rewind snapshot/undo_log world/current_schedule
