// Two threads hand a token to each other N times: token N. The search branches at every level, and the states grow with
// the length.
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable passed;
static int turn;

static void player(int me, int rounds) {
  for (int i = 0; i < rounds; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    while (turn != me) passed.wait(lock);
    turn = 1 - me;
    passed.notify_one();
  }
}

int main(int argc, char** argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 8;
  std::thread a(player, 0, rounds), b(player, 1, rounds);
  a.join();
  b.join();
}
