// A folder is locked while its omc lives, so one that can be locked is abandoned. Another omc may
// lock and remove it before its owner has locked it; the owner then makes another one.
#include "launch/temporary_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr const char* name = "omc-tmp";

std::string folder_of_all() {
  llvm::SmallString<128> folder;
  path::system_temp_directory(true, folder);
  return folder.str().str();
}

int lock(const std::string& folder) {
  int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0 && !flock(descriptor, LOCK_EX | LOCK_NB)) return descriptor;
  if (descriptor >= 0) close(descriptor);
  return -1;
}

void remove_if_abandoned(const std::string& folder) {
  struct stat status;
  if (lstat(folder.c_str(), &status) || !S_ISDIR(status.st_mode) || status.st_uid != geteuid())
    return;
  int descriptor = lock(folder);
  if (descriptor < 0) return;
  fs::remove_directories(folder);
  close(descriptor);
}

void remove_abandoned() {
  static bool done = false;
  if (done) return;
  done = true;
  std::error_code error;
  for (fs::directory_iterator i(folder_of_all(), error, false), end; i != end && !error;
       i.increment(error))
    if (path::filename(i->path()).starts_with(name)) remove_if_abandoned(i->path());
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  remove_abandoned();
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries && path_.empty(); i++) {
    llvm::SmallString<128> fresh;
    if (fs::createUniqueDirectory(name, fresh)) return;
    lock_ = lock(fresh.str().str());
    if (lock_ < 0) continue;
    if (fs::is_directory(fresh))
      path_ = fresh.str().str();
    else
      close(lock_), lock_ = -1;
  }
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) fs::remove_directories(path_);
  if (lock_ >= 0) close(lock_);
}

}  // namespace omc::driver
