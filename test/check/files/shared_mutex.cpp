// A mutex in memory that is shared through the kernel is a mutex, and a data race in such memory is one.
// RUN: rm -rf %t.dir && mkdir %t.dir && %build
// RUN: for memory in file memory_file shared_memory system_v anonymous; do \
// RUN:   %verdict ok --races --outcomes 2 -- %t $memory %t.dir/file mutex || exit 1; \
// RUN:   %verdict data-race -- %t $memory %t.dir/file none || exit 1; \
// RUN:   %verdict deadlock -- %t $memory %t.dir/file never_signalled || exit 1; \
// RUN: done
// RUN: %verdict ok --races --outcomes 2 -- %t file %t.dir/file condition
// RUN: %verdict ok --races --outcomes 2 -- %t memory_file %t.dir/file semaphore
// Each thread has a mapping of its own, and removes it.
// RUN: %verdict ok --races --outcomes 2 -- %t file %t.dir/file own_mappings
// RUN: %verdict crash -- %t file %t.dir/file unmapped
// RUN: test -z "$(ls %t.dir)"
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

struct Shared {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  sem_t semaphore;
  int count;
};

const char* path;

Shared* map_all(int fd, int flags = MAP_SHARED) {
  if (fd >= 0 && ftruncate(fd, sizeof(Shared))) perror("ftruncate"), exit(2);
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, flags, fd, 0);
  if (memory == MAP_FAILED) perror("mmap"), exit(2);
  return static_cast<Shared*>(memory);
}

int open_file() { return open(path, O_RDWR | O_CREAT, 0600); }

std::map<std::string, std::function<Shared*()>> memories{
    {"file", [] { return map_all(open_file()); }},
    {"memory_file", [] { return map_all(memfd_create("shared", MFD_CLOEXEC)); }},
    {"shared_memory", [] { return map_all(shm_open("/omc-test-mutex", O_RDWR | O_CREAT, 0600)); }},
    {"system_v",
     [] { return static_cast<Shared*>(shmat(shmget(IPC_PRIVATE, sizeof(Shared), 0600), nullptr, 0)); }},
    {"anonymous", [] { return map_all(-1, MAP_SHARED | MAP_ANONYMOUS); }},
};

void prepare(Shared& shared) {
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared.mutex, &mutex);
  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&shared.changed, &condition);
  sem_init(&shared.semaphore, 1, 1);
}

void raise_locked(Shared& shared) {
  pthread_mutex_lock(&shared.mutex);
  shared.count++;
  pthread_cond_signal(&shared.changed);
  pthread_mutex_unlock(&shared.mutex);
}

void wait_for(Shared& shared, int count) {
  pthread_mutex_lock(&shared.mutex);
  while (shared.count != count) pthread_cond_wait(&shared.changed, &shared.mutex);
  pthread_mutex_unlock(&shared.mutex);
}

std::map<std::string, std::function<void(Shared&)>> ways{
    {"mutex", raise_locked},
    {"none", [](Shared& shared) { shared.count++; }},
    {"never_signalled", [](Shared& shared) { wait_for(shared, 1); }},
    {"condition", raise_locked},
    {"semaphore",
     [](Shared& shared) {
       sem_wait(&shared.semaphore);
       shared.count++;
       sem_post(&shared.semaphore);
     }},
    {"own_mappings",
     [](Shared&) {
       int fd = open_file();
       Shared* own = map_all(fd);
       raise_locked(*own);
       munmap(own, sizeof *own);
       close(fd);
     }},
    {"unmapped",
     [](Shared& shared) {
       raise_locked(shared);
       munmap(&shared, sizeof shared);
     }},
};

}  // namespace

int main(int, char** argv) {
  path = argv[2];
  std::string way = argv[3];
  Shared& shared = *memories.at(argv[1])();
  prepare(shared);
  std::thread a([&] { ways.at(way)(shared); }), b([&] { ways.at(way)(shared); });
  if (way == "condition") wait_for(shared, 2);
  a.join();
  b.join();
  printf("%d\n", shared.count);
}
// COVERS: kernel/file_mappings kernel/shared_memory kernel/mappings
