// Each text becomes a memfd with the modification time of its source (for __TIMESTAMP__), reached
// by the compiler as /proc/self/fd/N. The prologue is included under the name <built-in>, seen in
// the compiler's working directory: clang leaves that name out of depfiles and -H, so those stay
// what they were.
#include "overlay.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"

namespace omc {
namespace {

constexpr const char* prologue_name = "<built-in>";

// A project's headers may be more than the usual 1,024 descriptors.
void raise_descriptor_limit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// An inherited memory file that holds `text`; its path in the compiler.
llvm::Expected<std::string> memory_file(llvm::StringRef text, const std::string& like) {
  int fd = memfd_create("omc", 0);
  if (fd < 0) return user_error(fmt::format("can not make a memory file: {}", strerror(errno)));
  llvm::raw_fd_ostream out(fd, false, true);
  out << text;
  if (out.has_error()) {
    out.clear_error();
    return user_error("can not write a memory file", "free some memory");
  }
  struct stat original;
  if (!like.empty() && !stat(like.c_str(), &original)) {
    timespec times[2] = {original.st_atim, original.st_mtim};
    futimens(fd, times);
  }
  return fmt::format("/proc/self/fd/{}", fd);
}

}  // namespace

llvm::Expected<std::vector<std::string>> make_overlay(const std::vector<InstrumentedFile>& files,
                                                      const std::string& directory,
                                                      const std::string& prologue) {
  raise_descriptor_limit();
  llvm::vfs::YAMLVFSWriter writer;
  writer.setCaseSensitivity(true);
  writer.setUseExternalNames(false);
  for (const InstrumentedFile& file : files) {
    auto contents = memory_file(file.text, file.path);
    if (!contents) return contents.takeError();
    llvm::SmallString<256> name(file.path);
    llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    writer.addFileMapping(name, *contents);
  }
  auto prologue_file = memory_file(prologue, {});
  if (!prologue_file) return prologue_file.takeError();
  writer.addFileMapping(directory + "/" + prologue_name, *prologue_file);
  std::string yaml;
  llvm::raw_string_ostream stream(yaml);
  writer.write(stream);
  auto overlay = memory_file(yaml, {});
  if (!overlay) return overlay.takeError();
  return std::vector<std::string>{"-ivfsoverlay", *overlay, "-include", prologue_name};
}

llvm::Error keep_texts(const std::vector<InstrumentedFile>& files, const std::string& folder) {
  for (const InstrumentedFile& file : files) {
    std::string kept = folder + "/" + llvm::sys::path::relative_path(file.path).str();
    if (std::error_code error =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(kept)))
      return user_error(fmt::format("can not make the folder of {}: {}", kept, error.message()));
    std::error_code error;
    llvm::raw_fd_ostream out(kept, error);
    if (error) return user_error(fmt::format("can not write {}: {}", kept, error.message()));
    out << file.text;
  }
  return llvm::Error::success();
}

}  // namespace omc
