// Loops of every kind, which have quick rounds where libomc need not be asked. Their hooks are counted all the same: a replay, in
// which each is a step, comes to the one statement between two others at which to switch. What goes wrong in one of them is
// found where it happens.
// RUN: for O in 1 3; do %omc-cxx -std=c++20 -O$O -g -pthread %s -o %t.$O && %verdict assert -- %t.$O || exit 1; done
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread -DBEYOND %s -o %t.beyond && not %omc check %t.beyond 2>&1 | FileCheck --check-prefix=BEYOND %s
// BEYOND: write beyond a heap block
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread -DRACE %s -o %t.race && not %omc check --check data-race %t.race 2>&1 | FileCheck --check-prefix=RACE %s
// RACE: data-race
#include <atomic>
#include <cassert>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

constexpr int n = 1100;

#ifdef BEYOND
constexpr int end = n + 1;
#else
constexpr int end = n;
#endif

std::vector<int> shared(n);

[[gnu::noinline]] void fill(int* values) {
  // BEYOND: rounds.cpp:[[@LINE+2]]
  // RACE-DAG: rounds.cpp:[[@LINE+1]]
  for (int i = 0; i < end; i++) values[i] = i;
}

long up(const int* values) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}

long down(const int* values) {
  long sum = 0;
  for (int64_t i = n - 1; i >= 0; i -= 3) {
    sum *= 3;
    sum += values[i];
  }
  return sum;
}

long pairs(const int* values) {
  long sum = 0;
  for (const int *low = values, *high = values + n - 1; low < high; low++, high--) {
    if (*low % 3 == 0) sum += *high;
    if (*high % 7 == 0) {
      sum -= *low;
      continue;
    }
    sum ^= 1;
  }
  return sum;
}

int find(const int* values, int value) {
  for (unsigned i = 0;; i += 2) {
    if (values[i] == value) return static_cast<int>(i);
    if (i > n - 4) break;
  }
  return -1;
}

int switches(const int* values) {
  int state = 0;
  for (int i = 0; i < n; i++) switch ((values[i] + state) % 4) {
      case 0: state++; break;
      case 1: state += values[i]; [[fallthrough]];
      case 2: state ^= 5; break;
      default:
        if (i == n - 5) return state;
        state--;
    }
  return state;
}

size_t scan(const char* text) {
  size_t words = 0;
  bool in_word = false;
  for (; *text; text++) {
    bool letter = *text != ' ';
    if (letter && !in_word) words++;
    in_word = letter;
  }
  return words;
}

double columns(const double (*table)[32]) {
  double sum = 0;
  for (int column = 0; column < 32; column++)
    for (int row = 0; row < 32; row++) sum += table[row][column] / (column + 1);
  return sum;
}

// Something to clean up: its hooks can be left by an exception.
std::string letters(int count) {
  std::string text(static_cast<size_t>(count), 'a');
  for (int i = 0; i < count; i++) text[static_cast<size_t>(i)] = static_cast<char>('a' + i % 26);
  for (char& letter : text)
    if (letter == 'e') letter = ' ';
  return text;
}

int divides(const int* values) {
  int sum = 0;
  for (int i = 1; i < n; i++) sum += values[i] / i;
  return sum;
}

std::atomic<int> busy;

void work() {
  std::vector<int> own(n);
  fill(own.data());
  static thread_local double table[32][32];
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++) table[i][j] = i * j;
  long result = up(own.data()) + down(own.data()) + pairs(own.data()) + find(own.data(), 600) + find(own.data(), -1) +
                switches(own.data()) + static_cast<long>(scan(letters(100).c_str())) + static_cast<long>(columns(table)) + divides(own.data());
  busy = result != 0;
  busy = 0;
}

int main() {
  std::thread a(work);
#ifdef RACE
  std::thread b([] { fill(shared.data()); });
  // RACE-DAG: rounds.cpp:[[@LINE+1]]
  for (int i = n - 1; i >= 0; i--) shared[static_cast<size_t>(i)] = 1;
  b.join();
#endif
  long sum = up(shared.data());
  assert(busy == sum);
  a.join();
}
// COVERS: sharing/loop_fast_path instrumenter/pass/fast_path instrumenter/pass/fast_iterations instrumenter/pass/loops
