// The folder that keeps runs, a folder of it for each run, named by a number; `latest` is a link to
// the last. In a folder that everybody can write, such as /tmp, another user may
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

  // Makes the folder of the next run in this one: its number is one above the highest.
  llvm::Expected<OutputFolder> next_run() const;
  // Once a run is complete, lets `latest` lead to it, and removes what is older than the newest
  // `most_runs`.
  llvm::Error finish_run(const OutputFolder& run) const;
  const std::string& path() const { return path_; }

  static constexpr unsigned most_runs = 100;

 private:
  OutputFolder(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_ = -1;
};

// An error when another user has put a link of this name where everybody can write.
llvm::Error refuse_foreign_link(const std::string& file);

}  // namespace omc::driver
