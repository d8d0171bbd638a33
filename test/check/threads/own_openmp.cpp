// A program that does without OpenMP, and has some of its functions itself: nobody calls them but the program.
// RUN: %build
// RUN: %verdict ok -- %t
#include <mutex>
#include <thread>

struct Settings {
  std::mutex mutex;
  int threads = 2;
};
Settings* settings = new Settings;

extern "C" int omp_get_max_threads() {
  std::lock_guard held(settings->mutex);
  return settings->threads;
}

int main() {
  std::thread other([] { omp_get_max_threads(); });
  omp_get_max_threads();
  other.join();
}
// COVERS: races/external_libraries
