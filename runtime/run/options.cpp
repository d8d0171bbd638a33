// Shared with the runtime: no allocation, and only the C library.
#include "run/options.h"

#include <sys/sysinfo.h>

#include <cstring>

namespace omc {

namespace {

constexpr char kinds_with_bars[] =
#define BUG_KIND(name, text) "|" text
#include "run/words.def"
    "";

constexpr char check_help[] =
    "the kinds of bugs to look for: "
#define BUG_KIND(name, text) text ","
#include "run/words.def"
    "all; -KIND leaves one out";

constexpr char check_words[] =
#define BUG_KIND(name, text) text "|"
#include "run/words.def"
    "all|none";

}  // namespace

const char* const bug_kind_list = kinds_with_bars + 1;

const OptionRow option_rows[] = {
    {"search", 0, OptionType::words, true, "exhaustive|pruned|reduced|random|pct", "reduced",
     "explore every interleaving, every state, or of independent steps one order; random and pct "
     "try random schedules of a program that is too large for these"},
    {"engine", 0, OptionType::words, true, "rewind|fork", "rewind",
     "how the search backtracks: by restoring memory pages, or by forking processes"},
    {"granularity", 0, OptionType::words, true, "sync|statement|access", "sync",
     "where threads may switch: at statements and synchronisation, at statements only, or at "
     "every access"},
    {"memory-model", 0, OptionType::words, true, "sc|c11", "sc",
     "what an atomic load may read: the newest store, or each store that C++20's memory orders "
     "allow"},
    {"max-stale", 0, OptionType::count, true, "N", "none",
     "with c11: at most N loads and stores in one execution that do not act on the newest store"},
    {"check", 0, OptionType::list, true, "LIST", "all but order-race", check_help},
    {"expect-exit", 0, OptionType::count, true, "N", "0",
     "the exit status that is right; another one is a bug of kind exit"},
    {"max-preemptions", 0, OptionType::count, true, "N", "none",
     "at most N preemptions in one execution; 2 or 3 find most bugs"},
    {"max-steps", 0, OptionType::count, true, "N", "1000000", "at most N steps in one execution"},
    {"max-executions", 0, OptionType::count, true, "N", "none", "stop after N executions"},
    {"max-states", 0, OptionType::count, true, "N", "none", "stop after N states"},
    {"seed", 0, OptionType::count, true, "N", "1", "random and pct: which schedules to try"},
    {"bug-depth", 0, OptionType::count, true, "N", "3",
     "pct: the number of orders between steps that a bug needs, from 1 to 16"},
    {"spurious", 0, OptionType::count, true, "N", "0",
     "at most N waits that return, try_lock and weak CAS that fail without reason in one "
     "execution"},
    {"reuse", 0, OptionType::count, true, "N", "0",
     "at most N freed blocks and thread ids that come back in one execution while something still "
     "names them"},
    {"memory", 0, OptionType::size, true, "SIZE", "half of RAM",
     "memory for visited states, about 60 bytes each, such as 500M or 4G"},
    {"time", 0, OptionType::duration, true, "DURATION", "none",
     "stop after a time such as 30s, 5m or 1h"},
    {"jobs", 'j', OptionType::count, true, "N", "cores", "explore with N processes in parallel"},
    {"all", 0, OptionType::flag, true, "", "off",
     "continue after the first bug; report each distinct bug once"},
    {"every-statement", 0, OptionType::flag, true, "", "off",
     "make each statement a step, even if no other thread can notice it"},
    {"coverage", 0, OptionType::flag, true, "", "off",
     "count the statements that run in some schedule"},
    {"weaken", 0, OptionType::flag, false, "", "off",
     "with c11: try each memory order of the program one step weaker, and list those that nothing "
     "needs"},
    {"strict", 0, OptionType::flag, true, "", "off",
     "no verdict without the whole program: stop at a call that is not modelled, and accept no "
     "part that omc-c++ has not compiled"},
    {"min-coverage", 0, OptionType::count, false, "N", "",
     "fail when fewer than N percent of the statements run in some schedule"},
    {"expect", 0, OptionType::text, false, "KIND", "",
     "succeed only if a bug of this kind is found"},
    {"allow-vacuous", 0, OptionType::flag, false, "", "off",
     "exit with 0 instead of 4 when nothing was checked"},
    {"suppressions", 0, OptionType::text, false, "FILE", "",
     "ignore the bugs in FILE: lines such as race:function, in ThreadSanitizer's grammar"},
    {"corpus", 0, OptionType::text, false, "DIR", "omc-corpus, if it is there",
     "keep the schedules of bugs in DIR, and try them first; - keeps none"},
    {"output", 'o', OptionType::text, false, "DIR", "omc-out",
     "the folder where the run is kept; - keeps none"},
    {"json", 0, OptionType::text, false, "FILE", "",
     "also write run.json to FILE; - is stdout, which then gets nothing else"},
    {"format", 0, OptionType::list, false, "LIST", "text,json,html",
     "the formats to write: text,json,html,sarif,junit,github,gitlab,perfetto,dot,lcov"},
    {"quiet", 'q', OptionType::flag, false, "", "off", "print only the verdict line"},
    {"verbose", 'v', OptionType::flag, false, "", "off", "show every outcome with a schedule"},
    {"color", 0, OptionType::words, false, "auto|always|never", "auto", "colours in the report"},
    {"second-front", 0, OptionType::words, false, "on|off", "on",
     "beside a search of more than 5 s, search within 0, 1, 2, … preemptions"},
    {"progress", 0, OptionType::words, false, "auto|bar|plain|none", "auto",
     "the progress line on stderr"},
};
const size_t option_row_count = sizeof option_rows / sizeof *option_rows;

namespace {

// Text in a fixed buffer, truncated where it is full.
struct Message {
  char* out;
  size_t capacity, length = 0;
  Message& operator<<(const char* text) {
    for (; *text && length + 1 < capacity; text++) out[length++] = *text;
    if (capacity) out[length] = 0;
    return *this;
  }
};

bool same_key(const char* a, const char* b) {
  for (; *a && *b; a++, b++)
    if (*a != *b && !(*a == '_' && *b == '-') && !(*a == '-' && *b == '_')) return false;
  return *a == *b;
}

constexpr size_t longest_word = 48;

unsigned edit_distance(const char* a, const char* b) {
  size_t n = strlen(b);
  unsigned row[longest_word + 1];
  if (n > longest_word) return ~0u;
  for (size_t j = 0; j <= n; j++) row[j] = static_cast<unsigned>(j);
  for (unsigned i = 1; *a; a++, i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      unsigned change = diagonal + (*a != b[j - 1]);
      diagonal = row[j];
      unsigned insert = row[j - 1] + 1, remove = row[j] + 1;
      row[j] = change < insert ? change : insert;
      if (remove < row[j]) row[j] = remove;
    }
  }
  return row[n];
}

struct Word {
  char text[longest_word];
};

// Takes the next word of a list; false at its end.
bool next_word(const char*& list, char separator, Word& word) {
  if (!*list) return false;
  size_t n = 0;
  for (; *list && *list != separator; list++)
    if (n + 1 < longest_word) word.text[n++] = *list;
  word.text[n] = 0;
  if (*list) list++;
  return true;
}

int index_of(const char* value, const char* words) {
  Word word;
  for (int i = 0; next_word(words, '|', word); i++)
    if (!strcmp(word.text, value)) return i;
  return -1;
}

// Digits with an optional fraction; false when there are none.
bool read_decimal(const char*& p, double& out) {
  const char* begin = p;
  out = 0;
  for (; *p >= '0' && *p <= '9'; p++) out = out * 10 + (*p - '0');
  if (*p == '.') {
    double unit = 0.1;
    for (p++; *p >= '0' && *p <= '9'; p++, unit /= 10) out += unit * (*p - '0');
  }
  return p != begin;
}

bool read_size(const char* p, uint64_t& out) {
  double n;
  if (!read_decimal(p, n)) return false;
  switch (*p) {
    case 'T':
    case 't':
      n *= 1024;
      [[fallthrough]];
    case 'G':
    case 'g':
      n *= 1024;
      [[fallthrough]];
    case 'M':
    case 'm':
      n *= 1024;
      [[fallthrough]];
    case 'K':
    case 'k':
      n *= 1024;
      p++;
      break;
    default:
      break;
  }
  if (*p == 'i') p++;
  if (*p == 'B' || *p == 'b') p++;
  if (n > 1e18) return false;
  out = static_cast<uint64_t>(n);
  return !*p && out > 0;
}

bool read_duration(const char* p, double& out) {
  double n;
  out = 0;
  if (!*p) return false;
  while (*p) {
    if (!read_decimal(p, n)) return false;
    if (p[0] == 'm' && p[1] == 's')
      out += n / 1000, p += 2;
    else if (*p == 's')
      out += n, p++;
    else if (*p == 'm')
      out += n * 60, p++;
    else if (*p == 'h')
      out += n * 3600, p++;
    else if (!*p)
      out += n;
    else
      return false;
  }
  return out > 0;
}

bool read_count(const char* p, uint64_t& out) {
  if (!strcmp(p, "none")) return out = UINT64_MAX, true;
  out = 0;
  const char* begin = p;
  for (; *p; p++) {
    if (*p == ',' || *p == '\'' || *p == '_') continue;
    if (*p < '0' || *p > '9' || out > UINT64_MAX / 10 - 1) return false;
    out = out * 10 + static_cast<uint64_t>(*p - '0');
  }
  return p != begin;
}

bool read_flag(const char* p, bool& out) {
  out = !*p || index_of(p, "1|on|yes|true") >= 0;
  return out || index_of(p, "0|off|no|false") >= 0;
}

// "OFFSET/ORDER,OFFSET/ORDER", in decimal. Only omc itself gives this option.
bool read_order_changes(const char* p, Options& options) {
  options.order_change_count = 0;
  while (*p && options.order_change_count < most_order_changes) {
    OrderChange& change = options.order_changes[options.order_change_count++];
    for (change.offset = 0; *p >= '0' && *p <= '9'; p++)
      change.offset = change.offset * 10 + static_cast<uint64_t>(*p - '0');
    if (p[0] != '/' || p[1] < '0' || p[1] > '5') return false;
    change.order = p[1] - '0';
    p += 2;
    if (*p == ',') p++;
  }
  return !*p;
}

constexpr uint32_t every_kind = (1u << static_cast<unsigned>(BugKind::count)) - 1;

bool read_checks(const char* p, uint32_t& out, Message& error) {
  Word word;
  uint32_t checks = *p == '-' ? Options{}.checks : 0;  // "-crash": the default without it
  while (next_word(p, ',', word)) {
    bool takes_away = word.text[0] == '-';
    const char* kind = word.text + takes_away;
    int i = index_of(kind, check_words);
    constexpr int all = static_cast<int>(BugKind::count);
    if (i >= 0) {
      uint32_t named = i < all ? 1u << i : i == all ? every_kind : 0;
      checks = takes_away ? checks & ~named : checks | named;
      continue;
    }
    char near[longest_word];
    error << "unknown kind of bug '" << kind << "'";
    if (nearest(kind, check_words, near, sizeof near))
      error << "; did you mean " << near << "?";
    else
      error << "; choose from " << check_words;
    return false;
  }
  out = checks;
  return true;
}

// Reads the value of an option of the runtime into its field.
bool read_value(const char* key, const char* value, Options& options) {
  int i;
  uint64_t n;
  const OptionRow* row = find_option(key);
  auto word = [&] { return (i = index_of(value, row->value)) >= 0; };
  if (same_key(key, "search")) return word() && (options.search = static_cast<Search>(i), true);
  if (same_key(key, "engine")) return word() && (options.engine = static_cast<Engine>(i), true);
  if (same_key(key, "granularity"))
    return word() &&
           (options.granularity = static_cast<Granularity>(i), options.granularity_given = true);
  if (same_key(key, "memory-model"))
    return word() && (options.memory_model = static_cast<MemoryModel>(i), true);
  if (same_key(key, "max-stale")) return read_count(value, options.max_stale);
  if (same_key(key, "max-preemptions")) return read_count(value, options.max_preemptions);
  if (same_key(key, "max-steps")) return read_count(value, options.max_steps);
  if (same_key(key, "max-executions")) return read_count(value, options.max_executions);
  if (same_key(key, "max-states")) return read_count(value, options.max_states);
  if (same_key(key, "seed")) return read_count(value, options.seed);
  if (same_key(key, "bug-depth"))
    return read_count(value, n) && n >= 1 && n <= 16 && (options.bug_depth = n, true);
  if (same_key(key, "memory")) return read_size(value, options.memory);
  if (same_key(key, "time")) return read_duration(value, options.seconds);
  if (same_key(key, "all")) return read_flag(value, options.all);
  if (same_key(key, "spurious")) return read_count(value, options.spurious);
  if (same_key(key, "reuse")) return read_count(value, options.reuse);
  if (same_key(key, "every-statement")) return read_flag(value, options.every_statement);
  if (same_key(key, "strict")) return read_flag(value, options.strict);
  if (same_key(key, "coverage")) return read_flag(value, options.coverage);
  if (same_key(key, "min-coverage"))
    return read_count(value, n) && n <= 100 &&
           (options.min_coverage = static_cast<uint32_t>(n), options.coverage = true);
  if (same_key(key, "expect-exit"))
    return read_count(value, n) && n <= 255 &&
           (options.expected_exit = static_cast<uint32_t>(n), true);
  if (same_key(key, "jobs"))
    return read_count(value, n) && n >= 1 && n <= 1024 &&
           (options.jobs = static_cast<uint32_t>(n), true);
  return true;
}

void explain_value(const OptionRow& row, const char* key, const char* value, Message& error) {
  error << "'" << value << "' is not a value of " << key;
  char near[longest_word];
  switch (row.type) {
    case OptionType::words:
      if (nearest(value, row.value, near, sizeof near))
        error << "; did you mean " << near << "?";
      else
        error << "; choose " << row.value;
      break;
    case OptionType::size:
      error << "; give a size such as 500M or 4G";
      break;
    case OptionType::duration:
      error << "; give a duration such as 30s, 5m or 1h";
      break;
    case OptionType::flag:
      error << "; give 0 or 1";
      break;
    default:
      error << (same_key(key, "jobs")           ? "; give a whole number from 1 to 1024"
                : same_key(key, "min-coverage") ? "; give a percentage from 0 to 100"
                : same_key(key, "expect-exit")  ? "; give an exit status from 0 to 255"
                : same_key(key, "bug-depth")    ? "; give a whole number from 1 to 16"
                                                : "; give a whole number");
      break;
  }
}

}  // namespace

uint64_t default_memory() {
  constexpr uint64_t when_unknown = uint64_t{1} << 30;
  struct sysinfo info{};
  return sysinfo(&info) ? when_unknown : uint64_t{info.totalram} * info.mem_unit / 2;
}

const char* contradiction(const Options& options) {
  if (options.samples() && options.engine == Engine::fork)
    return "--search random and pct go back to the first state, which --engine fork does not; "
           "leave "
           "out --engine";
  if (options.samples() && options.checks_for(BugKind::order_race))
    return "order races are found by comparing states; give --search pruned or exhaustive";
  return nullptr;
}

const OptionRow* find_option(const char* key) {
  for (size_t i = 0; i < option_row_count; i++)
    if (same_key(key, option_rows[i].key)) return &option_rows[i];
  return nullptr;
}

bool nearest(const char* word, const char* words, char* out, size_t capacity) {
  unsigned best = ~0u;
  Message{out, capacity} << "";
  auto consider = [&](const char* candidate) {
    unsigned distance = edit_distance(word, candidate);
    if (distance >= best) return;
    best = distance;
    Message{out, capacity} << candidate;
  };
  Word candidate;
  if (words)
    while (next_word(words, '|', candidate)) consider(candidate.text);
  else
    for (size_t i = 0; i < option_row_count; i++) consider(option_rows[i].key);
  return best <= 1 + strlen(word) / 3;
}

bool set_option(const char* key, const char* value, Options& options, char* error,
                size_t error_capacity) {
  Message message{error, error_capacity};
  message << "";
  if (!strcmp(key, "mode")) {
    int i = index_of(value, "dormant|check|replay");
    if (i >= 0) return options.mode = static_cast<Mode>(i), true;
    message << "'" << value << "' is not a value of mode; choose dormant|check|replay";
    return false;
  }
  if (!strcmp(key, "help")) return read_flag(value, options.help);
  if (!strcmp(key, "orders")) return read_order_changes(value, options);
  const OptionRow* row = find_option(key);
  char near[longest_word];
  if (!row) {
    message << "unknown option '" << key << "'";
    if (nearest(key, nullptr, near, sizeof near)) message << "; did you mean " << near << "?";
    return false;
  }
  if (same_key(key, "check")) return read_checks(value, options.checks, message);
  if (read_value(key, value, options)) return true;
  explain_value(*row, key, value, message);
  return false;
}

bool parse_options(const char* text, Options& options, char* error, size_t error_capacity) {
  while (*text) {
    char key[64], value[1024];
    size_t k = 0, v = 0;
    for (; *text && *text != ':' && *text != '='; text++)
      if (k + 1 < sizeof key) key[k++] = *text;
    if (*text == '=')
      for (text++; *text && *text != ':'; text++)
        if (v + 1 < sizeof value) value[v++] = *text;
    if (*text) text++;
    key[k] = value[v] = 0;
    if (k && !set_option(key, value, options, error, error_capacity)) return false;
  }
  return true;
}

}  // namespace omc
