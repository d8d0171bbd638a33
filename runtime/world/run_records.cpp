#include "world/run_records.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

#include "platform/raw_syscall.h"

#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// Paths that were copied before, by the address of the literal.
struct StoredPath {
  const char* path;
  uint64_t offset;
};
StoredPath stored_paths[256];

uint64_t store_path(const char* path) {
  if (!path) return 0;
  StoredPath& stored =
      stored_paths[(reinterpret_cast<uintptr_t>(path) * 0x9e3779b97f4a7c15u) >> 56];
  if (stored.path != path) stored = {path, store_text(path)};
  return stored.offset;
}

}  // namespace

Site site_of(const Place& place) {
  return {store_path(place.file), place.line, place.column, reinterpret_cast<uint64_t>(place.pc)};
}

uint64_t store_text(const char* text) { return text ? store_bytes(text, strlen(text) + 1) : 0; }

uint64_t store_bytes(const void* bytes, size_t n) {
  uint64_t offset = pool_take(*checker.run, n ? n : 1);
  if (offset && n) memcpy(at<char>(*checker.run, offset), bytes, n);
  return offset;
}

FilePlace place_in_file(uint64_t address) {
  Dl_info info;
  link_map* file;
  if (!dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&file),
               RTLD_DL_LINKMAP) ||
      !file)
    return {};
  char path[4096];
  const char* name = info.dli_fname;
  long n = *name == '/' ? 0
                        : raw_syscall(SYS_readlink, as_long("/proc/self/exe"), as_long(path),
                                      sizeof path - 1);
  if (n > 0) path[n] = 0, name = path;
  return {store_text(name), address - file->l_addr};
}

}  // namespace omc
