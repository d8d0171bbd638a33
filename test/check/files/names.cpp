// Names that one thread changes and another sees: in every order, and nothing of it on the disk.
// RUN: rm -rf %t.dir && mkdir -p %t.dir/folder && printf old > %t.dir/there && printf x > %t.dir/folder/one && %build && rm -rf %t.before && cp -a %t.dir %t.before
// A file is replaced as a whole, or not at all.
// RUN: %verdict ok --outcomes 'old new' -- %t %t.dir replaced
// What is open stays, without a name.
// RUN: %verdict ok --outcomes 'old none' -- %t %t.dir removed
// RUN: %verdict ok --outcomes '. none file' -- %t %t.dir made
// RUN: %verdict ok --outcomes 'folder,there folder,fresh,there' -- %t %t.dir listed
// RUN: %verdict ok --outcomes 'one . one,two two' -- %t %t.dir listed_folder
// RUN: %verdict ok --outcomes 'not_empty gone' -- %t %t.dir emptied
// RUN: %verdict ok --outcomes '3 8' -- %t %t.dir linked
// RUN: %verdict ok --outcomes 'old' -- %t %t.dir pointed
// RUN: %verdict ok --outcomes '0 3' -- %t %t.dir truncated
// RUN: %verdict ok --outcomes 'moved' -- %t %t.dir folders
// RUN: %verdict ok --outcomes '600 644' -- %t %t.dir mode
// RUN: diff -r %t.dir %t.before
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string text_of(const char* path) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) return "none";
  char text[16] = {};
  read(fd, text, sizeof text - 1);
  close(fd);
  return text;
}

void make(const char* path, const char* text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  write(fd, text, strlen(text));
  close(fd);
}

std::string list(const char* path) {
  std::vector<std::string> names;
  DIR* folder = opendir(path);
  while (dirent* entry = readdir(folder))
    if (*entry->d_name != '.') names.push_back(entry->d_name);
  closedir(folder);
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  return all;
}

void say(const std::string& text) { printf("%s\n", text.c_str()); }

struct Case {
  std::function<void()> change, look;
};

std::map<std::string, Case> cases{
    {"replaced",
     {[] {
        make("fresh", "new");
        rename("fresh", "there");
      },
      [] { say(text_of("there")); }}},
    {"removed", {[] { unlink("there"); }, [] { say(text_of("there")); }}},
    {"made", {[] { mkdir("made", 0700), make("made/file", "file"); }, [] { say(text_of("made/file")); }}},
    {"listed", {[] { make("fresh", ""); }, [] { say(list(".")); }}},
    {"listed_folder",
     {[] {
        make("folder/two", "");
        unlink("folder/one");
        unlink("folder/two");
      },
      [] { say(list("folder")); }}},
    {"emptied",
     {[] { unlink("folder/one"); }, [] { say(rmdir("folder") ? "not empty" : access("folder", F_OK) ? "gone" : "?"); }}},
    {"linked",
     {[] {
        link("there", "other");
        int fd = open("other", O_WRONLY | O_APPEND);
        write(fd, " text", 5);
        close(fd);
      },
      [] {
        struct stat status;
        stat("there", &status);
        printf("%d\n", static_cast<int>(status.st_size));
      }}},
    {"pointed",
     {[] { symlink("there", "link"); },
      [] {
        char to[16] = {};
        if (readlink("link", to, sizeof to) < 0) symlink("there", "link");
        say(text_of("link"));
      }}},
    {"truncated",
     {[] { truncate("there", 0); },
      [] {
        struct stat status;
        stat("there", &status);
        printf("%d\n", static_cast<int>(status.st_size));
      }}},
    {"folders",
     {[] {
        mkdir("first", 0700);
        make("first/file", "moved");
        rename("first", "second");
      },
      [] {
        while (access("second/file", F_OK)) usleep(1);
        say(access("first", F_OK) ? text_of("second/file") : "still there");
      }}},
    {"mode",
     {[] { chmod("there", 0600); },
      [] {
        struct stat status;
        stat("there", &status);
        printf("%o\n", status.st_mode & 0777);
      }}},
};

}  // namespace

int main(int, char** argv) {
  if (chdir(argv[1])) return 2;
  const Case& both = cases.at(argv[2]);
  std::thread changes(both.change), looks(both.look);
  changes.join();
  looks.join();
}
// COVERS: kernel/name_calls kernel/file_names kernel/file_walk kernel/directory_listing kernel/file_status
