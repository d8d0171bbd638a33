// The tables decide by the callee's name. A function of the same name in this source is the
// program's own.
#include "atomic/calls.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IntrinsicInst.h"

#define INTERPOSED_SYMBOL(symbol) symbol,
#include "libc/rows_as_names.h"

using namespace llvm;

namespace omc::atomic_pass {

namespace {

constexpr const char* on_memory[] = {
#include "libc/cxx_containers.def"
#include "libc/malloc.def"
#include "libc/mem.def"
#include "libc/operator_new.def"
#include "libc/str.def"
#include "libc/text.def"
#include "libc/wcs.def"
};

#define INSIDE(name)
#define INSIDE_PREFIX(name)
#define OUTPUT(name, stream)
#define INSTEAD(name, own)

constexpr const char* names_inside[] = {
#undef INSIDE
#define INSIDE(name) name,
#include "atomic/calls.def"
#undef INSIDE
#define INSIDE(name)
};

constexpr const char* prefixes_inside[] = {
#undef INSIDE_PREFIX
#define INSIDE_PREFIX(name) name,
#include "atomic/calls.def"
#undef INSIDE_PREFIX
#define INSIDE_PREFIX(name)
};

struct OutputRow {
  const char* name;
  int stream;
};
constexpr int standard_output = CallMeaning::standard_output,
              standard_error = CallMeaning::standard_error;
constexpr OutputRow outputs[] = {
#undef OUTPUT
#define OUTPUT(name, stream) {name, stream},
#include "atomic/calls.def"
#undef OUTPUT
#define OUTPUT(name, stream)
};

struct ReplacementRow {
  const char *name, *own;
};
constexpr ReplacementRow replacements[] = {
#undef INSTEAD
#define INSTEAD(name, own) {name, own},
#include "atomic/calls.def"
};

// The functions of <math.h>, each of them also for float and long double.
constexpr const char* of_mathematics =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 "
    "expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log "
    "log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder "
    "remquo rint round scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc";

StringMap<CallMeaning> make_table() {
  StringMap<CallMeaning> table;
  auto inside = [&](StringRef name) { table[name] = {CallKind::inside, 0, {}}; };
  for (const char* name : on_memory) inside(name);
  for (const char* name : names_inside) inside(name);
  SmallVector<StringRef, 80> functions;
  StringRef(of_mathematics).split(functions, ' ');
  for (StringRef name : functions)
    for (const char* suffix : {"", "f", "l"}) inside((name + suffix).str());
  for (const OutputRow& row : outputs) table[row.name] = {CallKind::output, row.stream, {}};
  for (const ReplacementRow& row : replacements) table[row.name] = {CallKind::instead, 0, row.own};
  return table;
}

// std::ostream's members, and the functions that take one first.
bool is_ostream(StringRef name) {
  return name.starts_with("_ZNSo") || name.starts_with("_ZSt16__ostream_insert") ||
         name.starts_with("_ZSt4endlIc") || name.starts_with("_ZSt5flushIc") ||
         (name.starts_with("_ZStls") && name.contains("RSt13basic_ostreamIc"));
}

CallMeaning meaning_of_name(StringRef name) {
  static const StringMap<CallMeaning> table = make_table();
  // It waits for another thread that initialises the same variable.
  if (name == "__cxa_guard_acquire") return {CallKind::unknown, 0, {}};
  if (auto found = table.find(name); found != table.end()) return found->second;
  if (is_ostream(name)) return {CallKind::ostream, 0, {}};
  for (StringRef prefix : prefixes_inside)
    if (name.starts_with(prefix)) return {CallKind::inside, 0, {}};
  return {CallKind::unknown, 0, {}};
}

}  // namespace

CallMeaning meaning_of(const CallBase& call) {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return {CallKind::inside, 0, {}};
  const Value* named = call.getCalledOperand()->stripPointerCasts();
  if (const auto* alias = dyn_cast<GlobalAlias>(named)) named = alias->getAliaseeObject();
  const auto* callee = dyn_cast_or_null<Function>(named);
  if (!callee) return {CallKind::unknown, 0, {}};
  if (!callee->isDeclaration() && !callee->hasAvailableExternallyLinkage())
    return {CallKind::inside, 0, {}};
  // The compiler knows of it that it computes and does nothing else.
  if (callee->doesNotAccessMemory() && callee->willReturn()) return {CallKind::inside, 0, {}};
  return meaning_of_name(callee->getName());
}

}  // namespace omc::atomic_pass
