#include "platform/next_definition.h"

#include <cstring>

#include "platform/elf_symbols.h"

namespace omc {
namespace {

struct Wanted {
  const char* name;
  uint32_t hash;
  bool is_behind;  // libomc, in the loader's order
  void* found;
};

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

int find_any(dl_phdr_info* info, size_t, void* argument) {
  auto& wanted = *static_cast<Wanted*>(argument);
  if (info->dlpi_addr == reinterpret_cast<uintptr_t>(__ehdr_start))
    return wanted.is_behind = true, 0;
  const ElfW(Dyn)* entries = wanted.is_behind ? dynamic_part(*info) : nullptr;
  if (!entries) return 0;
  Symbols symbols = symbols_of(*info, entries);
  return !symbols.is_complete() || find_symbol(symbols, wanted.name, wanted.hash);
}

int look(dl_phdr_info* info, size_t, void* argument) {
  auto& wanted = *static_cast<Wanted*>(argument);
  if (info->dlpi_addr == reinterpret_cast<uintptr_t>(__ehdr_start))
    return wanted.is_behind = true, 0;
  const ElfW(Dyn)* entries = wanted.is_behind ? dynamic_part(*info) : nullptr;
  Symbols symbols = entries ? symbols_of(*info, entries) : Symbols{};
  const ElfW(Sym)* symbol =
      symbols.is_complete() ? find_symbol(symbols, wanted.name, wanted.hash) : nullptr;
  if (!symbol || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC) return 0;
  wanted.found = reinterpret_cast<void*>(info->dlpi_addr + symbol->st_value);
  return 1;
}

}  // namespace

bool may_be_loaded(const char* name) {
  Wanted wanted{name, symbol_hash(name), false, nullptr};
  return dl_iterate_phdr(find_any, &wanted);
}

void* find_loaded(const char* name) {
  Wanted wanted{name, symbol_hash(name), false, nullptr};
  dl_iterate_phdr(look, &wanted);
  return wanted.found;
}

// The linker defines these symbols for the section.
extern "C" __attribute__((visibility("hidden"))) char __start_omc_late[], __stop_omc_late[];

void forget_late_definitions() {
  memset(__start_omc_late, 0, static_cast<size_t>(__stop_omc_late - __start_omc_late));
}

}  // namespace omc
