// Pipes, event counters and signals pass an order on to those who receive what was sent, and to nobody else; also where clocks
// are followed because of a relaxed atomic. The argument says which.
// RUN: %build
// RUN: %verdict ok --races -- %t pipe
// RUN: %verdict data-race --message 'shared is' -- %t other-pipe
// RUN: %verdict ok --races -- %t end
// RUN: %verdict ok --races -- %t no-reader
// RUN: %verdict ok --races -- %t long
// RUN: %verdict ok --races -- %t full
// RUN: %verdict data-race --message 'shared is' -- %t room
// RUN: %verdict ok --races -- %t counter
// RUN: %verdict data-race --message 'shared is' -- %t other-counter
// RUN: %verdict ok --races -- %t poll
// RUN: %verdict ok --races -- %t epoll
// RUN: %verdict data-race --message 'shared is' -- %t other-epoll
// RUN: %verdict data-race --message 'shared is' -- %t emptied
// RUN: %verdict data-race --message 'shared is' -- %t emptied-poll
// RUN: %verdict ok --races -- %t signal
// RUN: %verdict data-race --message 'shared is' -- %t other-signal
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

int shared;
std::atomic<int> sent;  // tells that the other has sent something, and orders nothing
int mine[2], other[2], counter, other_counter;
char much[70000], room[70000];

template <class First, class Second>
void both(First first, Second second) {
  std::thread thread([=] {
    shared = 1;
    first();
    sent.store(1, std::memory_order_relaxed);
  });
  if (second()) shared = 2;
  thread.join();
}

bool is_sent() { return sent.load(std::memory_order_relaxed); }
void put(int fd) { (void)!write(fd, "x", 1); }
bool take(int fd) {
  char byte;
  return read(fd, &byte, 1) == 1;
}
bool count_down(int fd) {
  eventfd_t value;
  return !eventfd_read(fd, &value);
}

bool is_readable(int fd, int milliseconds) {
  pollfd file{fd, POLLIN, 0};
  return poll(&file, 1, milliseconds) == 1;
}

bool is_watched(int fd) {
  int watcher = epoll_create1(0);
  epoll_event event{EPOLLIN, {.fd = fd}};
  epoll_ctl(watcher, EPOLL_CTL_ADD, fd, &event);
  return epoll_wait(watcher, &event, 1, -1) == 1;
}

void block_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

bool wait_for_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  int signal;
  return !sigwait(&set, &signal);
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  signal(SIGPIPE, SIG_IGN);
  block_signal();
  pthread_t main_thread = pthread_self();
  (void)!pipe(mine);
  (void)!pipe(other);
  put(other[1]);
  counter = eventfd(0, 0);
  other_counter = eventfd(1, 0);
  if (is("pipe")) both([] { put(mine[1]); }, [] { return is_sent() && take(mine[0]); });
  if (is("other-pipe")) both([] { put(mine[1]); }, [] { return is_sent() && take(other[0]); });
  if (is("end")) both([] { close(mine[1]); }, [] { return is_sent() && !take(mine[0]); });
  if (is("no-reader")) both([] { close(mine[0]); }, [] { return is_sent() && write(mine[1], "x", 1) < 0; });
  // More than the pipe has room for: what comes first is read before the call ends.
  if (is("long")) both([] { (void)!write(mine[1], much, sizeof much); }, [] {
    is_sent();
    bool came = take(mine[0]);
    for (size_t n = 1; n < sizeof much;) n += static_cast<size_t>(read(mine[0], room, sizeof room));
    return came;
  });
  // There is room again, because the other has read; or there was room all the time.
  if (is("full")) (void)!write(mine[1], much, 65536);
  if (is("full") || is("room"))
    both([=] { (void)!read(is("full") ? mine[0] : other[0], room, sizeof room); }, [] { return is_sent() && write(mine[1], "x", 1) == 1; });
  if (is("counter")) both([] { eventfd_write(counter, 1); }, [] { return is_sent() && count_down(counter); });
  if (is("other-counter")) both([] { eventfd_write(counter, 1); }, [] { return is_sent() && count_down(other_counter); });
  if (is("poll")) both([] { put(mine[1]); }, [] { return is_sent() && is_readable(mine[0], -1); });
  if (is("epoll")) both([] { put(mine[1]); }, [] { return is_sent() && is_watched(mine[0]); });
  if (is("other-epoll")) both([] { put(mine[1]); }, [] { return is_sent() && is_watched(other[0]); });
  // That there is nothing left tells what another thread did, and orders nothing.
  fcntl(other[0], F_SETFL, O_NONBLOCK);
  if (is("emptied")) both([] { take(other[0]); }, [] { return !take(other[0]); });
  if (is("emptied-poll")) both([] { take(other[0]); }, [] { return !is_readable(other[0], 0); });
  if (is("signal")) both([=] { pthread_kill(main_thread, SIGUSR1); }, [] { return is_sent() && wait_for_signal(); });
  if (is("other-signal"))
    both([] { pthread_kill(pthread_self(), SIGUSR1); }, [] { return is_sent() && !raise(SIGUSR1) && wait_for_signal(); });
}
// COVERS: races/happens_before kernel/streams threads/signals
