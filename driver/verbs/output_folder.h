// The folder that keeps a run. In a folder that everybody can write, such as /tmp, another user may
// have put a link or a folder of its name there: that is refused.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc::driver {

class OutputFolder {
 public:
  // Makes the folder unless it is there.
  static llvm::Expected<OutputFolder> open(const std::string& path);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  ~OutputFolder();

  // Writes a file of the folder. A file or a link of that name is replaced, never followed.
  llvm::Error write(const std::string& name, llvm::StringRef contents, unsigned mode = 0666) const;
  void remove(const std::string& name) const;

 private:
  OutputFolder(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_ = -1;
};

// An error when another user has put a link of this name where everybody can write.
llvm::Error refuse_foreign_link(const std::string& file);

}  // namespace omc::driver
