// Assembler directives write the list: a variable would be loaded with every program, and its
// relocations would be resolved. At this point no function has been optimised.
#include "pass/statement_list.h"

#include <map>
#include <set>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {
namespace {

using Statements = std::map<std::string, std::set<std::pair<uint64_t, uint64_t>>>;

// The text of a constant such as __FILE__.
StringRef text_of(const Value* value) {
  const auto* variable = dyn_cast<GlobalVariable>(value->stripPointerCasts());
  if (!variable || !variable->hasInitializer()) return {};
  const auto* text = dyn_cast<ConstantDataSequential>(variable->getInitializer());
  return text && text->isCString() ? text->getAsCString() : StringRef();
}

Statements statements_of(const Module& module) {
  Statements statements;
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->getName() != abi::hook || call->arg_size() != 3) continue;
      StringRef file = text_of(call->getArgOperand(0));
      const auto* line = dyn_cast<ConstantInt>(call->getArgOperand(1));
      const auto* column = dyn_cast<ConstantInt>(call->getArgOperand(2));
      if (file.empty() || !line || !column || line->isZero()) continue;
      statements[file.str()].insert({line->getZExtValue(), column->getZExtValue()});
    }
  return statements;
}

// As an assembler reads it between quotes; `$` would be a variable of inline assembly.
std::string quoted(StringRef text) {
  std::string out;
  raw_string_ostream stream(out);
  for (char c : text) {
    bool is_plain = isPrint(c) && c != '"' && c != '\\' && c != '$';
    if (is_plain)
      stream << c;
    else
      stream << '\\' << char('0' + (c >> 6 & 3)) << char('0' + (c >> 3 & 7)) << char('0' + (c & 7));
  }
  return out;
}

}  // namespace

void list_statements(Module& module) {
  Statements statements = statements_of(module);
  if (statements.empty()) return;
  std::string text;
  raw_string_ostream out(text);
  out << ".pushsection " << abi::statement_section << ",\"\",@progbits\n";
  for (const auto& [file, places] : statements) {
    out << ".asciz \"" << quoted(file) << "\"\n";
    for (const auto& [line, column] : places) out << ".uleb128 " << line << ", " << column << "\n";
    out << ".byte 0\n";
  }
  out << ".popsection\n";
  module.appendModuleInlineAsm(text);
}

}  // namespace omc::pass
