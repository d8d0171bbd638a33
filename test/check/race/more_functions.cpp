// Less common functions of the C library count too: for wide characters, descriptors, status, addresses, numbers, and those that keep
// something for all threads.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc %t
// RUN: %build -O2 -D_FORTIFY_SOURCE=2
// RUN: %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

// What wchar.h calls with _FORTIFY_SOURCE, where the compiler is GCC.
extern "C" wchar_t* __wcsncat_chk(wchar_t*, const wchar_t*, size_t, size_t);
extern "C" wchar_t* __wmemset_chk(wchar_t*, wchar_t, size_t, size_t);

namespace {

std::mutex mutex;
char text[32] = "abcdef", other[32] = "12 34";
wchar_t wide[32] = L"abcdef", wide_other[32] = L"12";
thread_local volatile int sink;
void use(long n) { sink = static_cast<int>(n); }
void use(const void* p) { sink = p != nullptr; }
// What the compiler cannot know.
volatile unsigned five = 5;

template <class Touch, class F>
void beside(Touch touch, F function) {
  both([=] {
         std::lock_guard lock(mutex);
         touch();
       },
       [=] {
         auto lock = broken ? std::unique_lock<std::mutex>() : std::unique_lock(mutex);
         function();
       });
}
template <class F> void reads(F function) { beside([] { text[1] = 'x'; }, function); }
template <class F> void writes(F function) { beside([] { use(text[0]); }, function); }
template <class F> void reads_wide(F function) { beside([] { wide[1] = 'x'; }, function); }
template <class F> void writes_wide(F function) { beside([] { use(wide[0]); }, function); }

void separate() { reads([] { char* rest = text; use(strsep(&rest, "f")); }); }
void search_letters() { reads([] { use(strcasestr(text, "ZZ")); }); }
void search_for_ever() { reads([] { use(rawmemchr(text, 'f')); }); }
void copy_up_to() { writes([] { use(memccpy(text, other, '3', 20)); }); }
void copy_padded() { writes([] { stpncpy(text, other, five); }); }
void transform() { writes([] { use(static_cast<long>(strxfrm(text, other, 20))); }); }
void append() { beside([] { use(text[6]); }, [] { strncat(text, other, five); }); }
void fill_in() { writes([] { int n = 0; use(snprintf(other, sizeof other, "%d%n", 3, broken ? reinterpret_cast<int*>(text) : &n)); }); }
void print_descriptor() { reads([] { use(dprintf(1, "%s", text)); }); }
void scan_file() {
  static FILE* file = fopen(__FILE__, "r");
  writes([] { use(fscanf(file, "%8s", text)); });
}

void wide_length() { reads_wide([] { use(static_cast<long>(wcsnlen(wide, 9))); }); }
void wide_copy() { writes_wide([] { wcsncpy(wide, wide_other, 3); }); }
void wide_append() { reads_wide([] { wcscat(wide, wide_other); }); }
void wide_append_some() { reads_wide([] { __wcsncat_chk(wide, wide_other, five, 32); }); }
void wide_fill() { writes_wide([] { __wmemset_chk(wide, L'x', five, 32); }); }
void wide_search() { reads_wide([] { use(wcsstr(wide, L"zz")); }); }
void wide_number() { beside([] { wide_other[0] = '7'; }, [] { use(wcstol(wide_other, nullptr, 10)); }); }
void wide_duplicate() { reads_wide([] { free(wcsdup(wide)); }); }
void wide_from_bytes() { writes_wide([] { use(static_cast<long>(mbstowcs(wide, other, 20))); }); }
void bytes_from_wide() { writes([] { use(static_cast<long>(wcstombs(text, wide_other, 20))); }); }

int ends[2];
void make_pipe() { beside([] { use(ends[1]); }, [] { use(pipe(ends)); }); }
void ask() {
  use(pipe(ends));
  static pollfd asked{ends[0], POLLIN, 0};
  beside([] { use(asked.revents); }, [] { use(poll(&asked, 1, 0)); });
}
void choose() {
  use(pipe(ends));
  static fd_set set;
  FD_SET(ends[0], &set);
  beside([] { use(FD_ISSET(ends[0], &set)); }, [] { timeval now{}; use(select(ends[0] + 1, &set, nullptr, nullptr, &now)); });
}
void message() {
  use(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  use(write(ends[1], "abc", 3));
  writes([] {
    iovec part{text, 3};
    msghdr header{};
    header.msg_iov = &part, header.msg_iovlen = 1;
    use(recvmsg(ends[0], &header, 0));
  });
}
void receive_some() {
  use(pipe(ends));
  use(write(ends[1], "abcdef", 6));
  writes([] { use(read(ends[0], text, five)); });
}
void status() {
  static struct stat found;
  beside([] { use(found.st_size); }, [] { use(stat("/", &found)); });
}
void link_text() { writes([] { use(readlink("/proc/self/exe", text, 4)); }); }

void address_text() { writes([] { in_addr none{}; use(inet_ntop(AF_INET, &none, text, sizeof text)); }); }
void time_text() { writes([] { time_t zero = 0; use(ctime_r(&zero, text)); }); }
void time_from_text() {
  static tm parts;
  beside([] { use(parts.tm_hour); }, [] { use(strptime("12", "%H", &parts)); });
}
void own_random() {
  static unsigned seed;
  beside([] { use(seed); }, [] { use(rand_r(&seed)); });
}
void exponent() {
  static int power;
  beside([] { use(power); }, [] { use(static_cast<long>(frexp(five, &power))); });
}

// What all threads share: two reads are fine, a change beside anything is not.
void shared_random() { beside([] { use(lrand48()); }, [] { use(lrand48()); }); }
void environment() {
  both([] { if (broken) setenv("OF_MORE_FUNCTIONS", "1", 1); else use(getenv("HOME")); }, [] { use(getenv("PATH")); });
}

constexpr Case cases[] = {
    {"separate", separate}, {"search_letters", search_letters}, {"search_for_ever", search_for_ever}, {"copy_up_to", copy_up_to},
    {"copy_padded", copy_padded}, {"transform", transform}, {"append", append}, {"fill_in", fill_in},
    {"print_descriptor", print_descriptor}, {"scan_file", scan_file}, {"wide_length", wide_length}, {"wide_copy", wide_copy},
    {"wide_append", wide_append}, {"wide_append_some", wide_append_some}, {"wide_fill", wide_fill},
    {"wide_search", wide_search}, {"wide_number", wide_number}, {"wide_duplicate", wide_duplicate},
    {"wide_from_bytes", wide_from_bytes}, {"bytes_from_wide", bytes_from_wide}, {"make_pipe", make_pipe}, {"ask", ask},
    {"choose", choose}, {"message", message}, {"receive_some", receive_some}, {"status", status}, {"link_text", link_text},
    {"address_text", address_text}, {"time_text", time_text}, {"time_from_text", time_from_text}, {"own_random", own_random},
    {"exponent", exponent}, {"shared_random", shared_random}, {"environment", environment},
};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: libc/wcs libc/io libc/misc libc/str
