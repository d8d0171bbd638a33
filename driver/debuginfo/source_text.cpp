// Finds the end of a statement by counting brackets, and skips literals and comments. Nothing is
// parsed: the text is only shown.
#include "debuginfo/source_text.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace omc::driver {
namespace {

constexpr size_t longest_statement = 300;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_word(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The end of the literal that begins at `i`.
size_t skip_literal(std::string_view text, size_t i) {
  char quote = text[i++];
  while (i < text.size() && text[i] != quote && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

size_t skip_comment(std::string_view text, size_t i) {
  bool line = text.substr(i, 2) == "//";
  size_t end = text.find(line ? "\n" : "*/", i + 2);
  if (end == std::string_view::npos) return text.size();
  return line ? end : end + 2;
}

// Whether a brace in the statement opens a block; otherwise it belongs to an expression.
bool heads_block(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && is_word(text[n])) n++;
  std::string_view word = text.substr(0, n);
  for (std::string_view keyword : {"if", "for", "while", "switch", "do", "else", "try"})
    if (word == keyword) return true;
  return false;
}

// Whether a closing brace ends a definition: what follows does not continue an expression.
bool ends_definition(std::string_view rest) {
  size_t i = 0;
  while (i < rest.size() && is_space(rest[i])) i++;
  return i == rest.size() || is_word(rest[i]) || rest[i] == '#' || rest[i] == '}';
}

size_t line_begin(std::string_view text, unsigned line) {
  size_t begin = 0;
  for (unsigned i = 1; i < line; i++) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return begin;
    begin++;
  }
  return begin;
}

std::string first_argument(std::string_view list) {
  int depth = 0;
  size_t i = 0;
  for (; i < list.size(); i++) {
    char c = list[i];
    if (c == '(' || c == '[' || c == '{') depth++;
    if (c == ')' || c == ']' || c == '}')
      if (depth-- == 0) break;
    if (c == ',' && depth == 0) break;
  }
  llvm::StringRef argument = llvm::StringRef(list.data(), i).trim().ltrim('&').trim();
  bool wrapped = argument.starts_with("(") &&
                 argument.find(')') == argument.size() - 1;  // as in &(pool->lock)
  return (wrapped ? argument.drop_front().drop_back().trim() : argument).str();
}

// The object before the dot or arrow of a member call; empty when there is none.
std::string object_ending(llvm::StringRef before) {
  if (!before.consume_back("->") && !before.consume_back(".")) return {};
  size_t begin = before.size();
  while (begin > 0 &&
         (is_word(before[begin - 1]) || llvm::StringRef(".[]->:").contains(before[begin - 1])))
    begin--;
  return before.substr(begin).str();
}

// The object of the first such member call: "from.m" of "from.m.lock()".
std::string object_before(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> calls) {
  for (llvm::StringRef call : calls) {
    size_t at = text.find(call);
    if (at == llvm::StringRef::npos) continue;
    if (std::string object = object_ending(text.take_front(at)); !object.empty()) return object;
  }
  return {};
}

std::string argument_of(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> calls) {
  for (llvm::StringRef call : calls)
    if (size_t at = text.find(call); at != llvm::StringRef::npos)
      return first_argument(text.substr(at + call.size()));
  return {};
}

// The calls of each kind, as members and as functions of <stdatomic.h>. A failed comparison only
// loads.
constexpr llvm::StringLiteral load_calls[] = {"load(", "load_explicit(", "test("};
constexpr llvm::StringLiteral store_calls[] = {"store(", "store_explicit(", "clear(",
                                               "clear_explicit("};
constexpr llvm::StringLiteral update_calls[] = {"exchange(",
                                                "exchange_explicit(",
                                                "fetch_add(",
                                                "fetch_add_explicit(",
                                                "fetch_sub(",
                                                "fetch_sub_explicit(",
                                                "fetch_or(",
                                                "fetch_or_explicit(",
                                                "fetch_and(",
                                                "fetch_and_explicit(",
                                                "fetch_xor(",
                                                "test_and_set(",
                                                "test_and_set_explicit("};
constexpr llvm::StringLiteral compare_calls[] = {
    "compare_exchange_weak(", "compare_exchange_strong(", "compare_exchange_weak_explicit(",
    "compare_exchange_strong_explicit("};

void collect(llvm::StringRef text, llvm::ArrayRef<llvm::StringLiteral> calls,
             std::vector<std::string>& found) {
  for (llvm::StringRef call : calls)
    for (size_t at = text.find(call); at != llvm::StringRef::npos; at = text.find(call, at + 1)) {
      llvm::StringRef before = text.take_front(at);
      bool function = before.ends_with("atomic_") || before.ends_with("atomic_flag_");
      std::string object =
          function ? first_argument(text.substr(at + call.size())) : object_ending(before);
      // Of "slots[next()].turn" only the last part is found.
      if (!object.empty()) found.push_back(llvm::StringRef(object).ltrim("].->:").str());
    }
}

}  // namespace

std::string statement_at(std::string_view text, size_t begin) {
  std::string out;
  text.remove_prefix(std::min(begin, text.size()));
  bool block = heads_block(text);
  int depth = 0;
  for (size_t i = 0; i < text.size() && out.size() < longest_statement;) {
    char c = text[i];
    if (text.substr(i, 2) == "//" || text.substr(i, 2) == "/*") {
      i = skip_comment(text, i);
      continue;
    }
    bool digit_separator = c == '\'' && i > 0 && is_word(text[i - 1]);
    if (c == '"' || (c == '\'' && !digit_separator)) {
      size_t end = skip_literal(text, i);
      out += text.substr(i, end - i);
      i = end;
      continue;
    }
    if (c == '{' && depth == 0 && block) break;
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && depth-- == 0) break;
    if (!is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
    i++;
    if (c == ';' && depth == 0) break;
    if (c == '}' && depth == 0 && ends_definition(text.substr(i))) break;
    // An unbraced branch ends with its condition: the body is a statement of its own.
    if (c == ')' && depth == 0 && block) break;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

const std::string& SourceText::text_of(const std::string& file) {
  auto [entry, fresh] = files_.try_emplace(file);
  if (fresh)
    if (auto buffer = llvm::MemoryBuffer::getFile(file))
      entry->second = (*buffer)->getBuffer().str();
  return entry->second;
}

std::string SourceText::statement(const std::string& file, unsigned line, unsigned column) {
  if (file.empty() || line == 0) return {};
  const std::string& text = text_of(file);
  size_t begin = line_begin(text, line);
  if (begin == std::string::npos) return {};
  size_t end = std::min(text.find('\n', begin), text.size());
  if (column == 0) return llvm::StringRef(text).slice(begin, end).trim().str();
  if (begin + column - 1 > end) return {};
  return statement_at(text, begin + column - 1);
}

unsigned SourceText::first_column(const std::string& file, unsigned line) {
  if (file.empty() || line == 0) return 0;
  const std::string& text = text_of(file);
  size_t begin = line_begin(text, line);
  if (begin == std::string::npos) return 0;
  size_t i = begin;
  while (i < text.size() && text[i] != '\n' && (is_space(text[i]) || text[i] == '}')) i++;
  return i < text.size() && text[i] != '\n' ? static_cast<unsigned>(i - begin) + 1 : 0;
}

std::string locked_expression(std::string_view statement) {
  llvm::StringRef text(statement.data(), statement.size());
  std::string argument = argument_of(
      text, {"pthread_mutex_lock(", "pthread_mutex_trylock(", "pthread_mutex_timedlock(",
             "pthread_mutex_unlock(", "pthread_rwlock_rdlock(", "pthread_rwlock_wrlock(",
             "pthread_rwlock_tryrdlock(", "pthread_rwlock_trywrlock(", "pthread_rwlock_unlock(",
             "pthread_spin_lock(", "pthread_spin_trylock(", "pthread_spin_unlock(", "mtx_lock(",
             "mtx_trylock(", "mtx_unlock("});
  if (!argument.empty()) return argument;
  for (llvm::StringRef guard : {"lock_guard", "unique_lock", "scoped_lock", "shared_lock"}) {
    size_t at = text.find(guard);
    if (at == llvm::StringRef::npos) continue;
    size_t open = text.find_first_of("({", at);
    if (open == llvm::StringRef::npos) return {};
    argument = first_argument(text.substr(open + 1));
    // Of several mutexes, the text does not show which one is meant.
    bool several = text.substr(open + 1 + argument.size()).ltrim().starts_with(",");
    return several && guard == "scoped_lock" ? std::string() : argument;
  }
  return object_before(text, {"lock()", "try_lock()", "unlock()", "lock_shared()",
                              "try_lock_shared()", "unlock_shared()"});
}

std::string atomic_expression(std::string_view statement, AtomicCall call) {
  llvm::StringRef text(statement.data(), statement.size());
  std::vector<std::string> found;
  if (call == AtomicCall::load) collect(text, load_calls, found);
  if (call == AtomicCall::store) collect(text, store_calls, found);
  if (call == AtomicCall::update) collect(text, update_calls, found);
  if (call != AtomicCall::store) collect(text, compare_calls, found);
  return found.size() == 1 ? found[0] : std::string();
}

std::string signalled_expression(std::string_view statement) {
  llvm::StringRef text(statement.data(), statement.size());
  std::string argument =
      argument_of(text, {"pthread_cond_wait(", "pthread_cond_timedwait(", "pthread_cond_signal(",
                         "pthread_cond_broadcast(", "cnd_wait(", "cnd_signal(", "cnd_broadcast(",
                         "sem_wait(", "sem_trywait(", "sem_timedwait(", "sem_post(",
                         "pthread_barrier_wait(", "pthread_once(", "call_once("});
  if (!argument.empty()) return argument;
  return object_before(text, {"notify_one(", "notify_all(", "wait(", "wait_for(", "wait_until(",
                              "acquire(", "release(", "arrive_and_wait(", "count_down("});
}

}  // namespace omc::driver
