#include "seen_text.h"

#include <link.h>

#include <cstring>

#include "layout.h"

namespace omc {
namespace {

struct Extent {
  uintptr_t begin, end;
};
constexpr unsigned most_extents = 64;  // more are treated as not seen
Extent extents[most_extents];
unsigned extent_count;

// What a library that is not seen offers.
struct Library {
  const uint32_t* hashes;  // DT_GNU_HASH
  const ElfW(Sym)* symbols;
  const char* names;
};
constexpr unsigned most_libraries = 64;
Library libraries[most_libraries];
unsigned library_count;
bool all_libraries_known = true;

const ElfW(Dyn)* dynamic_part(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC) return reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
  return nullptr;
}

void note_library(const dl_phdr_info& info, const ElfW(Dyn)* entry) {
  // The loader adds the address of the library, but not for the one that the kernel brings.
  auto at = [&](uintptr_t value) { return value < info.dlpi_addr ? value + info.dlpi_addr : value; };
  Library library = {};
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_GNU_HASH) library.hashes = reinterpret_cast<const uint32_t*>(at(entry->d_un.d_ptr));
    if (entry->d_tag == DT_SYMTAB) library.symbols = reinterpret_cast<const ElfW(Sym)*>(at(entry->d_un.d_ptr));
    if (entry->d_tag == DT_STRTAB) library.names = reinterpret_cast<const char*>(at(entry->d_un.d_ptr));
  }
  bool known = library.hashes && library.symbols && library.names && library_count < most_libraries;
  if (known) libraries[library_count++] = library;
  else all_libraries_known = false;
}

bool needs_libomc(const ElfW(Dyn)* entries) {
  const char* names = nullptr;
  for (auto* entry = entries; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  for (auto* entry = entries; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && !strncmp(names + entry->d_un.d_val, "libomc.so", 9)) return true;
  return false;
}

int note_module(dl_phdr_info* info, size_t, void*) {
  const ElfW(Dyn)* entries = dynamic_part(*info);
  if (!entries) return 0;
  if (!needs_libomc(entries)) return note_library(*info, entries), 0;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_X) || extent_count == most_extents) continue;
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    extents[extent_count++] = {begin, begin + header.p_memsz};
  }
  return 0;
}

// Not by a function of the C library, which may use more of the stack.
bool is_same(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

// As described at https://sourceware.org/gnu-gabi/program-loading-and-dynamic-linking.txt
bool offers(const Library& library, const char* name, uint32_t hash) {
  uint32_t buckets = library.hashes[0], first = library.hashes[1], words = library.hashes[2];
  const uint32_t* bucket = library.hashes + 4 + words * 2;
  const uint32_t* chain = bucket + buckets;
  uint32_t index = buckets ? bucket[hash % buckets] : 0;
  if (index < first) return false;
  for (;; index++) {
    uint32_t here = chain[index - first];
    const ElfW(Sym)& symbol = library.symbols[index];
    if ((here | 1) == (hash | 1) && symbol.st_shndx != SHN_UNDEF && is_same(library.names + symbol.st_name, name)) return true;
    if (here & 1) return false;
  }
}

[[gnu::noinline, gnu::flatten]] bool is_offered(const char* name) {
  uint32_t hash = 5381;
  for (const char* c = name; *c; c++) hash = hash * 33 + static_cast<uint8_t>(*c);
  for (unsigned i = 0; i < library_count; i++)
    if (offers(libraries[i], name, hash)) return true;
  return false;
}

// By the address of the name, which is a constant of the program.
struct Asked {
  const char* name;
  bool seen;
};
constexpr unsigned most_asked = 1 << 12;
Asked asked[most_asked];

}  // namespace

void find_seen_text() { dl_iterate_phdr(note_module, nullptr); }

bool is_seen_text(uintptr_t pc) {
  for (unsigned i = 0; i < extent_count; i++)
    if (pc >= extents[i].begin && pc < extents[i].end) return true;
  return false;
}

bool is_seen_function(uintptr_t address) {
  if (!is_seen_text(address)) return false;
  auto* code = reinterpret_cast<const uint8_t*>(address);
  static constexpr uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa};  // endbr64
  if (!memcmp(code, mark, sizeof mark)) code += sizeof mark;
  if (*code == 0xf2) code++;
  return code[0] != 0xff || code[1] != 0x25;  // jmp *
}

bool is_seen_function(const char* name) {
  if (!all_libraries_known) return false;
  Asked& place = asked[reinterpret_cast<uintptr_t>(name) / 4 % most_asked];
  if (place.name != name) place = {name, !is_offered(name)};
  return place.seen;
}

}  // namespace omc
