// malloc and its relatives for an explored program. Each thread has an arena in its slot, and what a thread
// frees goes to its own free lists, whoever allocated it: so the allocator's state is a function of the
// thread's own history, and its k-th allocation has one address in every schedule. Fresh memory is zero and a
// freed block is zeroed, so that dead values do not tell states apart.
//
// Dormant, everything is forwarded to the C library; blocks know by their address whose they are.
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include <cstring>

#include "accesses.h"
#include "bug.h"
#include "pages.h"
#include "scheduler.h"

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace omc {
namespace {

constexpr size_t smallest = 16;
constexpr unsigned steps_per_doubling = 4;
constexpr unsigned class_count = 4 + steps_per_doubling * 34;  // up to the size of an arena

enum class Life : uint32_t { live = 0x4c495645, freed = 0x46524545 };

// Before each block. `back` leads from an aligned block to where its memory begins.
struct Header {
  uint64_t size;  // asked for
  uint32_t size_class_and_back;
  Life life;
};
static_assert(sizeof(Header) == 16);

// At the beginning of an arena, so that it is part of the program's memory and goes back with it.
struct Arena {
  uintptr_t next;  // unused memory
  void* free_lists[class_count];
};

// 16, 32, 48, 64, then four sizes for each doubling.
unsigned class_of(size_t size) {
  if (size <= 4 * smallest) return static_cast<unsigned>(size ? (size - 1) / smallest : 0);
  unsigned shift = 63 - static_cast<unsigned>(__builtin_clzll(size - 1)) - 2;  // the top three bits
  unsigned doubling = shift - 4;
  return 4 + doubling * steps_per_doubling + static_cast<unsigned>((size - 1) >> shift) - 4;
}

size_t class_size(unsigned size_class) {
  if (size_class < 4) return (size_class + 1) * smallest;
  unsigned doubling = (size_class - 4) / steps_per_doubling, step = (size_class - 4) % steps_per_doubling;
  return size_t{5 + step} << (doubling + 4);
}

Arena& arena_of(unsigned slot) {
  return *reinterpret_cast<Arena*>(slot_address(slot) + heap_offset);
}

// The arena of the running thread, mapped when it is first needed.
Arena& my_arena() {
  Thread& thread = self();
  Arena& arena = arena_of(thread.slot);
  if (thread.has_arena) return arena;
  thread.has_arena = true;
  uintptr_t begin = slot_address(thread.slot) + heap_offset;
  if (map_at(begin, heap_size, PROT_READ))
    watch(begin, begin + heap_size, RegionKind::heap, thread.slot, PROT_READ | PROT_WRITE);
  arena.next = round_up(begin + sizeof(Arena), 64);
  return arena;
}

Header& header_of(void* block) { return static_cast<Header*>(block)[-1]; }

bool is_block(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return in_slots(address) && (address - slots_begin) % slot_size > heap_offset;
}

void* allocate(size_t size, size_t alignment) {
  size_t extra = alignment > sizeof(Header) ? alignment : 0;
  if (size > heap_size / 2 || extra > heap_size / 4) return errno = ENOMEM, nullptr;
  unsigned size_class = class_of(size + extra);
  size_t whole = class_size(size_class);
  Arena& arena = my_arena();
  uintptr_t block;
  if (void* reused = arena.free_lists[size_class]) {
    arena.free_lists[size_class] = *static_cast<void**>(reused);
    *static_cast<void**>(reused) = nullptr;
    block = reinterpret_cast<uintptr_t>(reused);
  } else {
    uintptr_t end = slot_address(self().slot) + slot_size;
    if (whole + sizeof(Header) > end - arena.next) return errno = ENOMEM, nullptr;
    block = arena.next + sizeof(Header);
    arena.next = block + whole;
  }
  uintptr_t aligned = extra ? round_up(block, alignment) : block;
  auto back = static_cast<uint32_t>((aligned - block) / smallest);
  Header& header = header_of(reinterpret_cast<void*>(aligned));
  header = {size, size_class | back << 8, Life::live};
  return reinterpret_cast<void*>(aligned);
}

// False, after the bug was told, when `p` can not be given back.
bool is_sound(const Header& header, const void* p) {
  if (header.life == Life::live) return true;
  const char* text = header.life == Life::freed
                         ? "double free"
                         : "free of what is no heap block, or of one whose header was overwritten";
  found({BugKind::memory, text, p});
  return false;
}

// Others must be done with it: giving it back counts as writing to it, as far as that can matter.
void release(void* p, const void* pc) {
  Header& header = header_of(p);
  if (!is_sound(header, p)) return;
  constexpr size_t enough = 1024;
  note_access(p, header.size < enough ? header.size : enough, AccessKind::write, pc);
  unsigned size_class = header.size_class_and_back & 0xff;
  auto* block = static_cast<char*>(p) - size_t{header.size_class_and_back >> 8} * smallest;
  memset(block, 0, class_size(size_class));
  header_of(block) = {0, size_class, Life::freed};
  Arena& arena = my_arena();
  *reinterpret_cast<void**>(block) = arena.free_lists[size_class];
  arena.free_lists[size_class] = block;
}

void* reallocate(void* p, size_t size, const void* pc) {
  Header& header = header_of(p);
  if (!is_sound(header, p)) return nullptr;
  size_t room = class_size(header.size_class_and_back & 0xff) - size_t{header.size_class_and_back >> 8} * smallest;
  if (size <= room && size >= room / 2) {
    if (size < header.size) memset(static_cast<char*>(p) + size, 0, header.size - size);
    header.size = size;
    return p;
  }
  void* fresh = allocate(size, smallest);
  if (!fresh) return nullptr;
  memcpy(fresh, p, size < header.size ? size : header.size);
  release(p, pc);
  return fresh;
}

}  // namespace
}  // namespace omc

using namespace omc;

#pragma GCC visibility push(default)
extern "C" {

void* malloc(size_t size) { return inside() ? allocate(size, smallest) : __libc_malloc(size); }

void free(void* p) {
  if (!p) return;
  if (!is_block(p)) return __libc_free(p);
  if (inside()) release(p, __builtin_return_address(0));
}

void* calloc(size_t n, size_t size) {
  if (!inside()) return __libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return allocate(bytes, smallest);
}

void* realloc(void* p, size_t size) {
  if (!p) return malloc(size);
  if (!is_block(p)) return __libc_realloc(p, size);
  if (!inside()) {
    void* fresh = __libc_malloc(size);
    if (fresh) memcpy(fresh, p, size < header_of(p).size ? size : header_of(p).size);
    return fresh;
  }
  if (!size) return release(p, __builtin_return_address(0)), nullptr;
  return reallocate(p, size, __builtin_return_address(0));
}

void* reallocarray(void* p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return realloc(p, bytes);
}

void* memalign(size_t alignment, size_t size) {
  return inside() ? allocate(size, alignment) : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** out, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) || alignment & (alignment - 1) || !alignment) return EINVAL;
  int saved = errno;
  void* p = memalign(alignment, size);
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

void* valloc(size_t size) { return memalign(page_size, size); }
void* pvalloc(size_t size) { return memalign(page_size, round_up(size, page_size)); }

size_t malloc_usable_size(void* p) {
  if (!p) return 0;
  if (is_block(p)) return header_of(p).size;
  // The C library's own chunk header: the size, with three flags, before the block.
  size_t chunk = static_cast<size_t*>(p)[-1];
  return (chunk & ~size_t{7}) - (chunk & 2 ? 2 : 1) * sizeof(size_t);
}

}  // extern "C"
