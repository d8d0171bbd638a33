// Functions of the C library count as accesses to what they read and write, and to nothing else.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include <cstdlib>
#include <mutex>

namespace {

std::mutex mutex;
char text[16] = "abcdef", other[16] = "ABCDEF";
// What the compiler cannot know.
thread_local volatile int sink;
void use(long n) { sink = static_cast<int>(n); }
void use(const void* p) { sink = p != nullptr; }

std::unique_lock<std::mutex> locked_unless_broken() {
  return broken ? std::unique_lock<std::mutex>() : std::unique_lock(mutex);
}

// A function that reads `text` beside one that changes a letter of it, and one that writes it beside one that reads it.
template <class F>
void reads(F function) {
  both([] {
         std::lock_guard lock(mutex);
         text[3] = 'x';
       },
       [=] {
         auto lock = locked_unless_broken();
         function();
       });
}
template <class F>
void writes(F function) {
  both([] {
         std::lock_guard lock(mutex);
         use(text[1]);
       },
       [=] {
         auto lock = locked_unless_broken();
         function();
       });
}

void memory() { reads([] { use(memcmp(text, other, 8)); }); }
void length() { reads([] { use(strlen(text)); }); }
void length_within() { reads([] { use(strnlen(text, 16)); }); }
void compare() { reads([] { use(strcmp(text, "abcdef")); }); }
void compare_letters() { reads([] { use(strcasecmp(text, other)); }); }
void search() { reads([] { use(strchr(text, 'z')); }); }
void search_text() { reads([] { use(strstr(text, "zz")); }); }
void search_set() { reads([] { use(strcspn(text, "z")); }); }
void duplicate() { reads([] { char* copy = strdup(text); use(copy[0]); free(copy); }); }
void copy_from() { reads([] { strcpy(other, text); }); }
void copy_to() { writes([] { strcpy(text, other); }); }
void copy_n() { writes([] { strncpy(text, other, 4); }); }
void print_to() { writes([] { snprintf(text, sizeof text, "%d", 1234); }); }
void print_from() { reads([] { char out[32]; use(snprintf(out, sizeof out, "%*d %.1f %s", 3, 1, 1.5, text)); }); }
void print() { reads([] { printf("%s %d\n", text, 1); }); }
void put() { reads([] { fputs(text, stdout); }); }
void put_bytes() { reads([] { use(fwrite(text, 1, 6, stdout)); }); }
void scan_to() { writes([] { int n; use(sscanf("7 word", "%d %8s", &n, text)); }); }
void scan_from() { reads([] { int n; use(sscanf(text, "%d", &n)); }); }
void error_text() { writes([] { use(strerror_r(12345, text, sizeof text)); }); }
void format_time() { writes([] { tm parts{}; use(strftime(text, sizeof text, "%Y", &parts)); }); }

// What ends early does not look at the rest.
void compare_stops() {
  both([] { text[4] = 'x'; }, [] { use(strncmp(text, "abcdef", broken ? 6 : 4)); });
}
void search_stops() {
  both([] { text[4] = 'x'; }, [] { use(memchr(text, broken ? 'z' : 'c', sizeof text)); });
}
void text_stops() {
  text[2] = 0;
  both([] { text[broken ? 2 : 3] = 'x'; }, [] { use(strlen(text)); });
}
void append() {
  both([] { use(text[broken ? 7 : 2]); }, [] { strcat(text, "gh"); });
}
void precision() {
  both([] { text[broken ? 2 : 3] = 'x'; }, [] { printf("%.3s", text); });
}
void number() {
  strcpy(text, "12 34");
  both([] { text[broken ? 2 : 3] = 'x'; }, [] { use(strtol(text, nullptr, 10)); });
}
void number_end() {
  static char* end;
  both([] { if (broken) use(end); }, [] { use(strtod("1.5", &end) > 1); });
}
void wide() {
  static wchar_t words[8] = L"abc";
  both([] { words[broken ? 1 : 5] = 'x'; }, [] { use(wcslen(words)); });
}

void working_directory() {
  static char folder[4096];
  both([] { if (broken) use(folder[0]); }, [] { use(getcwd(folder, sizeof folder)); });
}
void time_result() {
  static timespec now;
  both([] { if (broken) use(now.tv_sec); }, [] { use(clock_gettime(CLOCK_REALTIME, &now)); });
}
void day_result() {
  static timeval now;
  both([] { if (broken) use(now.tv_sec); }, [] { use(gettimeofday(&now, nullptr)); });
}
void broken_down_time() {
  static tm parts;
  both([] { if (broken) use(parts.tm_year); }, [] { time_t zero = 0; use(gmtime_r(&zero, &parts)); });
}

int by_value(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }
void sort() {
  static int numbers[5] = {3, 1, 2, 5, 4};
  both([] { use(numbers[broken ? 3 : 4]); }, [] { qsort(numbers, 4, sizeof(int), by_value); });
}

// Results that all threads share.
void calendar() { both([] { if (broken) use(gmtime(new time_t(1))->tm_year); }, [] { use(gmtime(new time_t(0))->tm_year); }); }
void calendar_text() { both([] { if (broken) use(ctime(new time_t(1))[0]); }, [] { use(ctime(new time_t(0))[0]); }); }
void tokens() {
  both([] { char own[] = "a b"; if (broken) use(strtok(own, " ")); }, [] { char own[] = "a b"; use(strtok(own, " ")); });
}
void token_text() {
  both([] { text[broken ? 5 : 7] = 'y'; }, [] { char* rest; use(strtok_r(text, "f", &rest)); });
}
void print_block() { reads([] { char* block; use(asprintf(&block, "%s", text)); free(block); }); }
void wipe() { writes([] { explicit_bzero(text, 3); }); }

// A byte through a pipe orders what was before it with what comes after.
int ends[2];
void read_pipe() {
  use(pipe(ends));
  both([] {
         if (!broken) text[0] = 'y';
         use(write(ends[1], "x", 1));
         if (broken) text[0] = 'y';
       },
       [] { use(read(ends[0], text, 1)); });
}
void write_pipe() {
  use(pipe(ends));
  both([] { text[broken ? 1 : 2] = 'y'; }, [] { use(write(ends[1], text, 2)); });
}
void gather() {
  use(pipe(ends));
  both([] { text[broken ? 5 : 2] = 'y'; },
       [] {
         iovec parts[2] = {{text, 2}, {text + 4, 2}};
         use(writev(ends[1], parts, 2));
       });
}

constexpr Case cases[] = {
    {"memory", memory}, {"length", length}, {"length_within", length_within}, {"compare", compare},
    {"compare_letters", compare_letters}, {"search", search}, {"search_text", search_text}, {"search_set", search_set},
    {"duplicate", duplicate}, {"copy_from", copy_from}, {"copy_to", copy_to}, {"copy_n", copy_n}, {"print_to", print_to},
    {"print_from", print_from}, {"print", print}, {"put", put}, {"put_bytes", put_bytes}, {"scan_to", scan_to},
    {"scan_from", scan_from}, {"working_directory", working_directory}, {"error_text", error_text},
    {"format_time", format_time}, {"compare_stops", compare_stops}, {"search_stops", search_stops},
    {"text_stops", text_stops}, {"append", append}, {"precision", precision}, {"number", number},
    {"number_end", number_end}, {"wide", wide}, {"time_result", time_result}, {"day_result", day_result},
    {"broken_down_time", broken_down_time}, {"sort", sort}, {"read_pipe", read_pipe}, {"write_pipe", write_pipe},
    {"gather", gather}, {"calendar", calendar}, {"calendar_text", calendar_text}, {"tokens", tokens},
    {"token_text", token_text}, {"print_block", print_block}, {"wipe", wipe},
};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: libc/interpose libc/str libc/mem libc/stdio libc/format
