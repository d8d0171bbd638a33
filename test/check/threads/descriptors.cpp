// Pipes, socket pairs, event counters, poll, select and epoll between threads: modelled, so that waiting in them is
// known, and nothing is left in the kernel.
// RUN: %build
// RUN: %verdict ok --outcomes 'ab' -- %t pipe
// Two writers: either first, never mixed.
// RUN: %compare pipe_two_writers -- %t two_writers
// A full pipe makes the writer wait for the reader.
// RUN: %verdict ok --outcomes '70000' -- %t full
// The end of the file comes when all writers have closed.
// RUN: %verdict ok --outcomes '0' -- %t closed
// RUN: %verdict deadlock --message 'something to read from descriptor' -- %t never_closed
// RUN: %verdict ok --outcomes 'EPIPE' -- %t broken
// RUN: %compare socket_echo -- %t sockets
// RUN: %compare event_counter -- %t counter
// RUN: %verdict ok --outcomes '1' -- %t semaphore
// RUN: %compare pipe_nonblocking -- %t nonblocking
// RUN: %compare pipe_poll -- %t poll
// RUN: %compare pipe_timeout -- %t timeout
// Rounds of a loop with a time limit; the descriptors in a variable that nobody wrote before.
// RUN: %verdict ok --outcomes 'ab ba' -- %t rounds
// RUN: %verdict ok --outcomes '1' -- %t select
// RUN: %compare epoll_first -- %t epoll
// RUN: %verdict deadlock --message 'a descriptor to be ready' -- %t nobody
// A child process has the kernel's: what it writes comes from outside of the search.
// RUN: %verdict incomplete --outcomes 'from_child' -- %t child
// The buffers of the C library lock too.
// RUN: %verdict ok --outcomes 'ab ba' -- %t stdio
// The same, dormant.
// RUN: %t sockets | grep -qE '^p[io]ng$'
// RUN: test "$(%t full)" = 70000 && test "$(%t child)" = "from child" && test "$(%t broken)" = EPIPE
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

struct Pipe {
  int ends[2];
  Pipe() { if (pipe(ends)) perror("pipe"); }
  int in() const { return ends[0]; }
  int out() const { return ends[1]; }
};

void put(int fd, const char* text) { if (write(fd, text, strlen(text)) < 0) perror("write"); }

std::string get(int fd, size_t most) {
  std::string text(most, 0);
  ssize_t n = read(fd, text.data(), most);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  return text;
}

void a_pipe() {
  Pipe p;
  std::thread writer([&] { put(p.out(), "a"); put(p.out(), "b"); close(p.out()); });
  std::string all;
  for (std::string part; !(part = get(p.in(), 10)).empty();) all += part;
  writer.join();
  puts(all.c_str());
}

void two_writers() {
  Pipe p;
  std::thread a([&] { put(p.out(), "ab"); }), b([&] { put(p.out(), "cd"); });
  a.join();
  b.join();
  puts(get(p.in(), 10).c_str());
}

void full() {
  Pipe p;
  std::thread writer([&] { put(p.out(), std::string(70000, 'x').c_str()); close(p.out()); });
  size_t n = 0;
  for (std::string part; !(part = get(p.in(), 65536)).empty();) n += part.size();
  writer.join();
  printf("%zu\n", n);
}

void closed(bool really) {
  Pipe p;
  std::thread writer([&] { if (really) close(p.out()); });
  printf("%zu\n", get(p.in(), 1).size());
  writer.join();
}

void broken() {
  signal(SIGPIPE, SIG_IGN);
  Pipe p;
  std::thread reader([&] { close(p.in()); });
  reader.join();
  puts(write(p.out(), "x", 1) == -1 && errno == EPIPE ? "EPIPE" : "?");
}

void sockets() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return;
  std::thread echo([&] {
    char byte;
    if (recv(ends[1], &byte, 1, 0) == 1) send(ends[1], byte == 'i' ? "ping" : "pong", 4, MSG_NOSIGNAL);
  });
  std::thread other([&] { put(ends[0], "o"); });
  put(ends[0], "i");
  puts(get(ends[0], 10).c_str());
  echo.join();
  other.join();
}

void counter() {
  int fd = eventfd(0, 0);
  std::thread a([&] { uint64_t n = 1; if (write(fd, &n, 8) != 8) return; });
  std::thread b([&] { uint64_t n = 2; if (write(fd, &n, 8) != 8) return; });
  uint64_t first = 0, second = 0;
  if (read(fd, &first, 8) != 8) return;
  if (first < 3 && read(fd, &second, 8) != 8) return;
  a.join();
  b.join();
  if (second) printf("%d %d\n", int(first), int(second));
  else printf("%d\n", int(first));
}

void semaphore() {
  int fd = eventfd(1, EFD_SEMAPHORE), inside = 0, most = 0;
  auto work = [&] {
    uint64_t n = 1;
    if (read(fd, &n, 8) != 8) return;
    if (++inside > most) most = inside;
    inside--;
    if (write(fd, &n, 8) != 8) return;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  printf("%d\n", most);
}

void nonblocking() {
  Pipe p;
  fcntl(p.in(), F_SETFL, fcntl(p.in(), F_GETFL) | O_NONBLOCK);
  std::thread writer([&] { put(p.out(), "x"); });
  char byte = 0;
  if (read(p.in(), &byte, 1) == 1) printf("%c\n", byte);
  else puts(errno == EAGAIN ? "EAGAIN" : "?");
  writer.join();
}

void polling() {
  Pipe p, q;
  std::thread a([&] { put(p.out(), "x"); }), b([&] { put(q.out(), "x"); });
  pollfd files[] = {{p.in(), POLLIN, 0}, {q.in(), POLLIN, 0}};
  poll(files, 2, -1);
  printf("%d%d\n", files[0].revents == POLLIN, files[1].revents == POLLIN);
  a.join();
  b.join();
}

void timeout() {
  Pipe p;
  std::thread a([&] { put(p.out(), "x"); });
  pollfd file{p.in(), POLLIN, 0};
  printf("%d\n", poll(&file, 1, 10));
  a.join();
}

int global_ends[2];
void rounds() {
  if (pipe(global_ends)) return;
  std::thread a([&] { put(global_ends[1], "a"); }), b([&] { put(global_ends[1], "b"); });
  std::string text;
  while (text.size() < 2) {
    pollfd file{global_ends[0], POLLIN, 0};
    if (poll(&file, 1, 100) > 0) text += get(global_ends[0], 1);
  }
  a.join();
  b.join();
  puts(text.c_str());
}

void selecting() {
  Pipe p;
  std::thread a([&] { put(p.out(), "x"); });
  fd_set set;
  FD_ZERO(&set);
  FD_SET(p.in(), &set);
  printf("%d\n", select(p.in() + 1, &set, nullptr, nullptr, nullptr));
  a.join();
}

void watching(bool anybody) {
  Pipe p, q;
  int watcher = epoll_create1(0);
  epoll_event one{}, two{}, told{};
  one.events = two.events = EPOLLIN;
  one.data.u32 = 7;
  two.data.u32 = 8;
  epoll_ctl(watcher, EPOLL_CTL_ADD, p.in(), &one);
  epoll_ctl(watcher, EPOLL_CTL_ADD, q.in(), &two);
  std::thread a([&] { if (anybody) put(p.out(), "x"); }), b([&] { if (anybody) put(q.out(), "x"); });
  epoll_wait(watcher, &told, 1, -1);
  printf("%d\n", int(told.data.u32));
  a.join();
  b.join();
}

void child() {
  Pipe p;
  std::thread other([] {});
  other.join();
  pid_t pid = fork();
  if (!pid) {
    put(p.out(), "from child");
    _exit(0);
  }
  puts(get(p.in(), 20).c_str());
  waitpid(pid, nullptr, 0);
}

void stdio() {
  Pipe p;
  FILE* out = fdopen(p.out(), "w");
  auto work = [&](const char* text) {
    flockfile(out);
    fputs(text, out);
    funlockfile(out);
  };
  std::thread a([&] { work("a"); }), b([&] { work("b"); });
  a.join();
  b.join();
  fclose(out);
  puts(get(p.in(), 10).c_str());
}

}  // namespace

int main(int, char** argv) {
  std::map<std::string, std::function<void()>> cases{
      {"pipe", a_pipe}, {"two_writers", two_writers}, {"full", full}, {"closed", [] { closed(true); }},
      {"never_closed", [] { closed(false); }}, {"broken", broken}, {"sockets", sockets}, {"counter", counter},
      {"semaphore", semaphore}, {"nonblocking", nonblocking}, {"poll", polling}, {"timeout", timeout}, {"rounds", rounds},
      {"select", selecting}, {"epoll", [] { watching(true); }}, {"nobody", [] { watching(false); }}, {"child", child},
      {"stdio", stdio}};
  cases.at(argv[1])();
}
// COVERS: kernel/streams kernel/descriptors kernel/polling kernel/blocking_syscalls
