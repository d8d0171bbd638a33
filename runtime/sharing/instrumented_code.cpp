#include "sharing/instrumented_code.h"

#include <cstring>

#include "platform/address_space.h"
#include "platform/elf_symbols.h"

namespace omc {
namespace {

struct CodeExtent {
  uintptr_t begin, end;
};
constexpr unsigned most_extents = 64;  // further ones count as not instrumented
CodeExtent extents[most_extents];
unsigned extent_count;

// A library without instrumentation. A call of libatomic synchronises as an atomic does. Its other
// accesses are under locks that libomc observes.
struct Library {
  CodeExtent extent;
  bool may_synchronise, calls_synchronise;
  Symbols symbols;
};
constexpr unsigned most_libraries = 64;
Library libraries[most_libraries];
unsigned library_count;
bool all_libraries_listed = true;

bool is_named(const char* path, const char* name) {
  const char* file = path;
  for (const char* c = path; *c; c++)
    if (*c == '/') file = c + 1;
  size_t n = strlen(name);
  return !strncmp(file, name, n) && !strncmp(file + n, ".so", 3);
}

bool is_standard_library(const char* path) {
  static constexpr const char* names[] = {
#define STANDARD_LIBRARY(name) name,
#include "run/standard_libraries.def"
#undef STANDARD_LIBRARY
  };
  for (const char* name : names)
    if (is_named(path, name)) return true;
  return false;
}

CodeExtent extent_of(const dl_phdr_info& info) {
  CodeExtent extent{info.dlpi_addr, info.dlpi_addr};
  for (unsigned i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    uintptr_t end = info.dlpi_addr + header.p_vaddr + header.p_memsz;
    if (header.p_type == PT_LOAD && end > extent.end) extent.end = end;
  }
  return extent;
}

void add_library(const dl_phdr_info& info, const Symbols& symbols) {
  bool is_listable = symbols.is_complete() && library_count < most_libraries;
  bool may_synchronise = !is_standard_library(info.dlpi_name),
       calls_synchronise = may_synchronise || is_named(info.dlpi_name, "libatomic");
  if (is_listable)
    libraries[library_count++] = {extent_of(info), may_synchronise, calls_synchronise, symbols};
  else
    all_libraries_listed = false;
}

bool needs_libomc(const ElfW(Dyn) * entries) {
  const char* names = nullptr;
  for (auto* entry = entries; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  if (!names) return false;
  for (auto* entry = entries; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && !strncmp(names + entry->d_un.d_val, "libomc.so", 9))
      return true;
  return false;
}

int add_module(dl_phdr_info* info, size_t, void*) {
  const ElfW(Dyn)* entries = dynamic_part(*info);
  if (!entries) return 0;
  if (!needs_libomc(entries)) return add_library(*info, symbols_of(*info, entries)), 0;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_X) || extent_count == most_extents)
      continue;
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    extents[extent_count++] = {begin, begin + header.p_memsz};
  }
  return 0;
}

// The first library, in the linker's order, that defines a name.
[[gnu::noinline, gnu::flatten]] const Library* library_with(const char* name) {
  uint32_t hash = symbol_hash(name);
  for (unsigned i = 0; i < library_count; i++)
    if (find_symbol(libraries[i].symbols, name, hash)) return &libraries[i];
  return nullptr;
}

// By a prefix of the mangled name.
constexpr const char* transparent_functions[] = {
    "_ZNSt18condition_variable",            // all of std::condition_variable
    "_ZNSt6thread4joinEv",                  // std::thread::join
    "_ZNSt6thread6detachEv",                // detach
    "_ZNSt6thread15_M_start_thread",        // its constructor
    "_ZNSt6thread6_StateD",                 // ~_State
    "_ZNSt28__atomic_futex_unsigned_base",  // what futures wait with
    "_ZNSt11this_thread11__sleep_for",      // sleep_for, sleep_until
    "_ZNSt6chrono3_V212",                   // system_clock and steady_clock
    "__cxa_allocate_exception",
    "__cxa_free_exception",
    "__cxa_throw",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "_Unwind_Resume",
};

bool has_transparent_name(const char* name) {
  for (const char* prefix : transparent_functions)
    if (!strncmp(name, prefix, strlen(prefix))) return true;
  return false;
}

// A cache, keyed by the address of the name, which is a constant of the program.
struct Lookup {
  const char* name;
  const Library* library;
  bool is_transparent;
};
constexpr unsigned most_lookups = 1 << 12;
Lookup lookups[most_lookups];

const Lookup& look_up(const char* name) {
  Lookup& place = lookups[reinterpret_cast<uintptr_t>(name) / 4 % most_lookups];
  if (place.name == name) return place;
  const Library* library = library_with(name);
  bool is_standard = library && !library->calls_synchronise;
  return place = {name, library, is_standard && has_transparent_name(name)};
}

const Library* library_of(const char* name) { return look_up(name).library; }

const Library* library_at(uintptr_t address) {
  for (unsigned i = 0; i < library_count; i++)
    if (address >= libraries[i].extent.begin && address < libraries[i].extent.end)
      return &libraries[i];
  return nullptr;
}

// Where the code at an address jumps if it is a PLT stub, otherwise 0.
uintptr_t target_of_stub(uintptr_t address) {
  auto* code = reinterpret_cast<const uint8_t*>(address);
  static constexpr uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa};  // endbr64
  if (!memcmp(code, mark, sizeof mark)) code += sizeof mark;
  if (*code == 0xf2) code++;
  if (code[0] != 0xff || code[1] != 0x25) return 0;  // jmp *offset(%rip)
  int32_t offset;
  memcpy(&offset, code + 2, sizeof offset);
  return *reinterpret_cast<const uintptr_t*>(code + 6 + offset);
}

}  // namespace

void find_instrumented_code() { dl_iterate_phdr(add_module, nullptr); }

bool is_instrumented(uintptr_t pc) {
  for (unsigned i = 0; i < extent_count; i++)
    if (pc >= extents[i].begin && pc < extents[i].end) return true;
  return false;
}

bool is_instrumented_function(uintptr_t address) {
  return is_instrumented(address) && !target_of_stub(address);
}

bool is_instrumented_function(const char* name) {
  return all_libraries_listed && !library_of(name);
}

bool is_synchronising_code(const void* pc) {
  const Library* library = library_at(reinterpret_cast<uintptr_t>(pc));
  return library && library->may_synchronise;
}

bool is_of_allocator(uintptr_t address) {
  const Library* library = library_at(address);
  return library && library->may_synchronise &&
         find_symbol(library->symbols, "malloc", symbol_hash("malloc"));
}

bool may_synchronise(uintptr_t address) {
  if (is_instrumented(address)) address = target_of_stub(address);
  const Library* library = library_at(address);
  return library && library->calls_synchronise;
}

bool is_transparent(const char* name) { return look_up(name).is_transparent; }

bool may_synchronise(const char* name) {
  const Library* library = library_of(name);
  return library && library->calls_synchronise;
}

}  // namespace omc
