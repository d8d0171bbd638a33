// Each text becomes a memfd with the modification time of its source (for __TIMESTAMP__). The
// compiler opens it as /proc/self/fd/N, by way of -ivfsoverlay. The prologue is included under the
// name <built-in>: clang leaves that name out of depfiles and -H, so those do not change.
#include "compile/overlay.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"

namespace omc::driver {
namespace {

constexpr const char* prologue_name = "<built-in>";

// A project may have more headers than the usual limit of 1,024 descriptors.
void raise_descriptor_limit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// A memory file with `text`, which child processes inherit.
llvm::Expected<int> memory_file(llvm::StringRef text, const std::string& like) {
  int fd = memfd_create("omc", 0);
  if (fd < 0) return user_error(fmt::format("cannot make a memory file: {}", strerror(errno)));
  llvm::raw_fd_ostream out(fd, false, true);
  out << text;
  if (out.has_error()) {
    out.clear_error();
    return user_error("cannot write a memory file", "free some memory");
  }
  struct stat original;
  if (!like.empty() && !stat(like.c_str(), &original)) {
    timespec times[2] = {original.st_atim, original.st_mtim};
    futimens(fd, times);
  }
  return fd;
}

// The path of an inherited descriptor in the compiler.
std::string path_of(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// The argument of -ivfsoverlay.
llvm::Expected<std::string> overlay_file(const std::vector<source::InstrumentedFile>& files) {
  raise_descriptor_limit();
  llvm::vfs::YAMLVFSWriter writer;
  writer.setCaseSensitivity(true);
  writer.setUseExternalNames(false);
  for (const source::InstrumentedFile& file : files) {
    auto contents = memory_file(file.text, file.path);
    if (!contents) return contents.takeError();
    llvm::SmallString<256> name(file.path);
    llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    writer.addFileMapping(name, path_of(*contents));
  }
  std::string yaml;
  llvm::raw_string_ostream stream(yaml);
  writer.write(stream);
  auto overlay = memory_file(yaml, {});
  if (!overlay) return overlay.takeError();
  return path_of(*overlay);
}

}  // namespace

llvm::Expected<Overlay> make_overlay(const std::vector<source::InstrumentedFile>& files,
                                     const std::string& directory, const std::string& prologue) {
  std::vector<source::InstrumentedFile> all = files;
  all.push_back({directory + "/" + prologue_name, prologue});
  auto overlay = overlay_file(all);
  if (!overlay) return overlay.takeError();
  return Overlay{{}, {"-ivfsoverlay", *overlay, "-include", prologue_name}, -1};
}

llvm::Expected<Overlay> make_overlay_behind(const std::string& source, const std::string& directory,
                                            const std::string& more) {
  auto text = llvm::MemoryBuffer::getFile(source);
  if (!text) return Overlay{};  // the compiler will report it
  llvm::SmallString<256> path(source);
  llvm::sys::fs::make_absolute(directory, path);
  auto overlay = overlay_file({{path.str().str(), (*text)->getBuffer().str() + "\n" + more}});
  if (!overlay) return overlay.takeError();
  // For a preprocessed source the driver does not pass this flag on by itself.
  return Overlay{{}, {"-Xclang", "-ivfsoverlay", "-Xclang", *overlay}, -1};
}

llvm::Expected<Overlay> make_gcc_overlay(const std::vector<source::InstrumentedFile>& files,
                                         const Installation& installation,
                                         const std::string& header, const std::string& assembly) {
  raise_descriptor_limit();
  auto note = memory_file(assembly, {});
  if (!note) return note.takeError();
  Overlay overlay;
  overlay.flags = {"-Wa," + path_of(*note)};
  if (files.empty()) return overlay;
  auto log = memory_file("", {});
  if (!log) return log.takeError();
  overlay.replacement_log = *log;
  std::string table = fmt::format("0 0 {}\n", *log);
  for (const source::InstrumentedFile& file : files) {
    auto contents = memory_file(file.text, file.path);
    if (!contents) return contents.takeError();
    struct stat original;
    if (!stat(file.path.c_str(), &original))
      table += fmt::format("{} {} {}\n", original.st_dev, original.st_ino, *contents);
  }
  auto table_file = memory_file(table, {});
  if (!table_file) return table_file.takeError();
  // By descriptor, because a path in LD_PRELOAD cannot be quoted.
  int library = open(installation.open.c_str(), O_RDONLY);
  if (library < 0)
    return user_error(fmt::format("cannot read {}: {}", installation.open, strerror(errno)),
                      "build or install omc again");
  const char* others = getenv("LD_PRELOAD");
  std::string preload = path_of(library) + (others && *others ? std::string(":") + others : "");
  overlay.before = {"env", "LD_PRELOAD=" + preload, fmt::format("OMC_FILES={}", *table_file)};
  // Found in the folders of system headers, so that -MMD leaves it out.
  overlay.flags.insert(overlay.flags.end(),
                       {"-include", "omc/" + llvm::sys::path::filename(header).str()});
  return overlay;
}

llvm::Error keep_texts(const std::vector<source::InstrumentedFile>& files,
                       const std::string& folder) {
  for (const source::InstrumentedFile& file : files) {
    std::string kept = folder + "/" + llvm::sys::path::relative_path(file.path).str();
    if (std::error_code error =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(kept)))
      return user_error(fmt::format("cannot make the folder of {}: {}", kept, error.message()));
    std::error_code error;
    llvm::raw_fd_ostream out(kept, error);
    if (error) return user_error(fmt::format("cannot write {}: {}", kept, error.message()));
    out << file.text;
  }
  return llvm::Error::success();
}

}  // namespace omc::driver
