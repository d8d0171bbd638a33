// A folder for the temporary files of one command.
#pragma once

#include <string>

namespace omc::driver {

// Removed with the object. The next one removes what an omc that was killed has left behind.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }  // empty when none could be made

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace omc::driver
