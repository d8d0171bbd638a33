// A file is written under another name, which must be new, and then renamed: so nobody reads half
// of it, and no link is followed.
#include "verbs/output_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

constexpr const char* other_folder = "name another with -o, or -o - to keep nothing";

std::string parent_of(const std::string& path) {
  llvm::StringRef parent = llvm::sys::path::parent_path(llvm::StringRef(path).rtrim('/'));
  return parent.empty() ? "." : parent.str();
}

bool everybody_writes(const std::string& folder) {
  struct stat status;
  return !stat(folder.c_str(), &status) && status.st_mode & S_IWOTH;
}

// Why a file in a folder that everybody can write is not to be trusted; null when it is.
const char* distrust(const struct stat& status) {
  if (S_ISLNK(status.st_mode)) return "is a symbolic link";
  return status.st_uid != geteuid() ? "belongs to another user" : nullptr;
}

llvm::Error refusal(const std::string& path, const char* why, const char* hint) {
  return user_error(fmt::format("{} {}, in a folder that everybody can write", path, why), hint);
}

llvm::Error cannot_write(const std::string& file, int error) {
  return user_error(fmt::format("cannot write {}: {}", file, strerror(error)));
}

bool write_all(int descriptor, llvm::StringRef contents) {
  while (!contents.empty()) {
    ssize_t n = write(descriptor, contents.data(), contents.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    contents = contents.drop_front(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

llvm::Expected<OutputFolder> OutputFolder::open(const std::string& path) {
  auto cannot_make = [&](const std::string& why) {
    return user_error(fmt::format("cannot make the folder {}: {}", path, why), other_folder);
  };
  std::string parent = parent_of(path);
  if (std::error_code error = llvm::sys::fs::create_directories(parent))
    return cannot_make(error.message());
  if (mkdir(path.c_str(), 0777) && errno != EEXIST) return cannot_make(strerror(errno));
  bool shared = everybody_writes(parent);
  struct stat status;
  if (shared && !lstat(path.c_str(), &status) && distrust(status))
    return refusal(path, distrust(status), other_folder);
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (shared ? O_NOFOLLOW : 0);
  int descriptor = ::open(path.c_str(), flags);
  if (descriptor < 0) return cannot_make(strerror(errno));
  OutputFolder folder(path, descriptor);
  // Another user may have exchanged it since.
  if (shared && (fstat(descriptor, &status) || distrust(status)))
    return refusal(path, "belongs to another user", other_folder);
  return folder;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(other.descriptor_) {
  other.descriptor_ = -1;
}

OutputFolder::~OutputFolder() {
  if (descriptor_ >= 0) close(descriptor_);
}

llvm::Error OutputFolder::write(const std::string& name, llvm::StringRef contents,
                                unsigned mode) const {
  std::string file = path_ + "/" + name;
  std::string fresh = fmt::format(".{}.{}", name, getpid());
  unlinkat(descriptor_, fresh.c_str(), 0);  // of an omc that was killed
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int out = openat(descriptor_, fresh.c_str(), flags, mode);
  if (out < 0) return cannot_write(file, errno);
  bool written = write_all(out, contents);
  int error = errno;
  if (close(out) && written) written = false, error = errno;
  if (written && !renameat(descriptor_, fresh.c_str(), descriptor_, name.c_str()))
    return llvm::Error::success();
  if (written) error = errno;
  unlinkat(descriptor_, fresh.c_str(), 0);
  return cannot_write(file, error);
}

void OutputFolder::remove(const std::string& name) const { unlinkat(descriptor_, name.c_str(), 0); }

namespace {

// The numbers of the runs in a folder.
std::vector<unsigned> runs_in(const std::string& path) {
  std::vector<unsigned> numbers;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator i(path, error, false), end; i != end && !error;
       i.increment(error)) {
    unsigned number = 0;
    llvm::StringRef name = llvm::sys::path::filename(i->path());
    if (!name.getAsInteger(10, number) && number && std::to_string(number) == name)
      numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

llvm::Expected<OutputFolder> OutputFolder::next_run() const {
  std::vector<unsigned> numbers = runs_in(path_);
  unsigned number = numbers.empty() ? 1 : numbers.back() + 1;
  // Another omc may make the same one at the same time.
  while (mkdirat(descriptor_, std::to_string(number).c_str(), 0777)) {
    if (errno != EEXIST) return cannot_write(path_, errno);
    number++;
  }
  std::string name = std::to_string(number);
  int descriptor =
      openat(descriptor_, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return cannot_write(path_ + "/" + name, errno);
  return OutputFolder(path_ + "/" + name, descriptor);
}

llvm::Error OutputFolder::finish_run(const OutputFolder& run) const {
  std::string name = llvm::sys::path::filename(run.path_).str();
  std::string fresh = fmt::format(".latest.{}", getpid());
  unlinkat(descriptor_, fresh.c_str(), 0);
  if (symlinkat(name.c_str(), descriptor_, fresh.c_str()) ||
      renameat(descriptor_, fresh.c_str(), descriptor_, "latest"))
    return cannot_write(path_ + "/latest", errno);
  std::vector<unsigned> numbers = runs_in(path_);
  for (size_t i = 0; i + most_runs < numbers.size(); i++) {
    std::string old = fmt::format("{}/{}", path_, numbers[i]);
    if (llvm::sys::fs::exists(old + "/run.json")) llvm::sys::fs::remove_directories(old);
  }
  return llvm::Error::success();
}

llvm::Error refuse_foreign_link(const std::string& file) {
  struct stat status;
  if (lstat(file.c_str(), &status) || !S_ISLNK(status.st_mode) || status.st_uid == geteuid() ||
      !everybody_writes(parent_of(file)))
    return llvm::Error::success();
  return refusal(file, "is a symbolic link of another user", "name another file");
}

}  // namespace omc::driver
