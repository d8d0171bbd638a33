// An object has the name of its variable. One without a variable, as on the heap, is called by the
// expression in the statement that first used it.
#include "explain/object_names.h"

#include <fmt/format.h>

#include "explain/events.h"

namespace omc::driver {
namespace {

std::string statement_at(const Run& run, const Site& site, Symbols& symbols, SourceText& sources) {
  Place place = symbols.place(run, site);
  return sources.statement(place.file, place.line, place.column);
}

// What the statement calls the object of the operation; empty when the statement does not show it.
std::string written_name(Op op, const std::string& statement) {
  return concerns_lock(op) ? locked_expression(statement) : signalled_expression(statement);
}

}  // namespace

std::string ObjectNames::unique(const std::string& name) {
  std::string result = name;
  for (unsigned i = 2; !used_.insert(result).second; i++) result = fmt::format("{} #{}", name, i);
  return result;
}

ObjectNames::ObjectNames(const Run& run, Symbols& symbols, SourceText& sources) {
  auto add_object = [&](Op op, uint64_t address, const Site& site) {
    const char* kind = operation(op).kind;
    if (!*kind || !address || names_.count(address)) return;
    std::string name = symbols.object(address);
    if (name.empty()) name = written_name(op, statement_at(run, site, symbols, sources));
    if (name.empty()) name = fmt::format("{} {:#x}", kind, address);
    names_[address] = unique(name);
  };
  // A program accesses any memory: only what has a name is named.
  auto add_variable = [&](const Event& event) {
    if (operation(event.op).object != Object::variable || names_.count(event.object)) return;
    std::string name = symbols.object(event.object);
    if (name.empty() && event.op == Op::atomic) {
      name = atomic_expression(statement_at(run, event.site, symbols, sources),
                               static_cast<AtomicCall>(event.value));
      if (!name.empty()) name = unique(name);
    }
    if (!name.empty()) names_[event.object] = name;
  };
  for (const Event& event : events_of(run)) {
    add_object(event.op, event.object, event.site);
    add_variable(event);
  }
  // A thread may wait for an object that no event is about.
  for (const ThreadRecord& record : final_threads(run))
    if (record.status == ThreadStatus::blocked) add_object(record.op, record.object, record.site);
}

std::string ObjectNames::operator()(uint64_t address) const {
  auto known = names_.find(address);
  return known == names_.end() ? fmt::format("{:#x}", address) : known->second;
}

}  // namespace omc::driver
