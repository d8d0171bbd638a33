// The symbols of a loaded file, read from its tables without calls and without allocation. See
// https://sourceware.org/gnu-gabi/program-loading-and-dynamic-linking.txt
#pragma once

#include <link.h>

#include <cstdint>

namespace omc {

struct Symbols {
  const uint32_t* hashes = nullptr;  // DT_GNU_HASH
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  bool is_complete() const { return hashes && symbols && names; }
};

inline const ElfW(Dyn) * dynamic_part(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
  return nullptr;
}

inline Symbols symbols_of(const dl_phdr_info& info, const ElfW(Dyn) * entry) {
  // The loader relocates these values, but not those of the vdso.
  auto at = [&](uintptr_t value) {
    return value < info.dlpi_addr ? value + info.dlpi_addr : value;
  };
  Symbols found;
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_GNU_HASH)
      found.hashes = reinterpret_cast<const uint32_t*>(at(entry->d_un.d_ptr));
    if (entry->d_tag == DT_SYMTAB)
      found.symbols = reinterpret_cast<const ElfW(Sym)*>(at(entry->d_un.d_ptr));
    if (entry->d_tag == DT_STRTAB)
      found.names = reinterpret_cast<const char*>(at(entry->d_un.d_ptr));
  }
  return found;
}

inline uint32_t symbol_hash(const char* name) {
  uint32_t hash = 5381;
  for (; *name; name++) hash = hash * 33 + static_cast<uint8_t>(*name);
  return hash;
}

// Not strcmp, which may use more of the stack.
inline bool is_same_name(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

// The definition of a name, or null.
inline const ElfW(Sym) * find_symbol(const Symbols& of, const char* name, uint32_t hash) {
  uint32_t buckets = of.hashes[0], first = of.hashes[1], words = of.hashes[2];
  const uint32_t* bucket = of.hashes + 4 + size_t{words} * 2;
  const uint32_t* chain = bucket + buckets;
  uint32_t index = buckets ? bucket[hash % buckets] : 0;
  if (index < first) return nullptr;
  for (;; index++) {
    uint32_t here = chain[index - first];
    const ElfW(Sym)& symbol = of.symbols[index];
    if ((here | 1) == (hash | 1) && symbol.st_shndx != SHN_UNDEF &&
        is_same_name(of.names + symbol.st_name, name))
      return &symbol;
    if (here & 1) return nullptr;
  }
}

}  // namespace omc
