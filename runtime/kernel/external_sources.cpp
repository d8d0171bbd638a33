#include "kernel/external_sources.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include <cstring>

#include "platform/address_space.h"
#include "platform/elf_symbols.h"
#include "platform/raw_syscall.h"
#include "threads/virtual_time.h"

namespace omc {
namespace {

struct Redirection {
  const char* name;
  long call;  // or a negative error number to return
};
constexpr Redirection redirections[] = {
    {"__vdso_clock_gettime", SYS_clock_gettime},
    {"__vdso_gettimeofday", SYS_gettimeofday},
    {"__vdso_time", SYS_time},
    {"__vdso_getcpu", SYS_getcpu},
    {"__vdso_getrandom", -ENOSYS},
};

dl_phdr_info find_vdso() {
  dl_phdr_info vdso{};
  uintptr_t base = getauxval(AT_SYSINFO_EHDR);
  if (!base) return vdso;
  auto* header = reinterpret_cast<const ElfW(Ehdr)*>(base);
  vdso.dlpi_addr = base;
  vdso.dlpi_phdr = reinterpret_cast<const ElfW(Phdr)*>(base + header->e_phoff);
  vdso.dlpi_phnum = header->e_phnum;
  return vdso;
}

// mov $number, %eax; syscall; ret. For an error: mov $error, %rax; ret.
void write_call(unsigned char* code, long call) {
  const auto number = static_cast<int32_t>(call);
  constexpr unsigned char begin_call[] = {0xb8}, end_call[] = {0x0f, 0x05, 0xc3},
                          begin_error[] = {0x48, 0xc7, 0xc0}, end_error[] = {0xc3};
  auto add = [&](const void* bytes, size_t n) { memcpy(code, bytes, n), code += n; };
  bool is_call = call >= 0;
  is_call ? add(begin_call, sizeof begin_call) : add(begin_error, sizeof begin_error);
  add(&number, sizeof number);
  is_call ? add(end_call, sizeof end_call) : add(end_error, sizeof end_error);
}

bool is_at(const unsigned char* code, const unsigned char* wanted, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (code[i] != wanted[i]) return false;
  return true;
}

}  // namespace

void redirect_vdso() {
  dl_phdr_info vdso = find_vdso();
  const ElfW(Dyn)* dynamic = vdso.dlpi_addr ? dynamic_part(vdso) : nullptr;
  Symbols symbols = dynamic ? symbols_of(vdso, dynamic) : Symbols{};
  if (!symbols.is_complete()) return;
  for (const auto& [name, call] : redirections) {
    const ElfW(Sym)* symbol = find_symbol(symbols, name, symbol_hash(name));
    if (!symbol) continue;
    constexpr size_t longest = 8;  // of what is written, which may cross a page
    uintptr_t code = vdso.dlpi_addr + symbol->st_value, begin = page_of(code);
    uintptr_t end = round_up(code + longest, page_size);
    auto protect = [&](long protection) {
      return raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin),
                         protection);
    };
    if (is_error(protect(PROT_READ | PROT_WRITE | PROT_EXEC))) continue;
    write_call(reinterpret_cast<unsigned char*>(code), call);
    protect(PROT_READ | PROT_EXEC);
  }
}

void catch_timestamps() { raw_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV); }
void allow_timestamps() { raw_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE); }

bool serve_timestamp(void* context) {
  constexpr unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};
  constexpr long second = 1'000'000'000, low_half = 0xffffffff;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  auto* code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  bool is_short = is_at(code, rdtsc, sizeof rdtsc), is_long = is_at(code, rdtscp, sizeof rdtscp);
  if (!is_short && !is_long) return false;
  timespec now;
  read_time(&now);
  long count = now.tv_sec * second + now.tv_nsec;
  registers[REG_RAX] = count & low_half;
  registers[REG_RDX] = count >> 32;
  if (is_long) registers[REG_RCX] = 0;  // the processor
  registers[REG_RIP] += static_cast<greg_t>(is_short ? sizeof rdtsc : sizeof rdtscp);
  return true;
}

}  // namespace omc
