// The C++ library from two threads: iostream, stdio, string, map, vector, shared_ptr, sort. What each thread
// writes in one go stays whole.
// RUN: %build && %verdict ok --races --outcomes 'ab=3_xyz=6 xyz=6_ab=3' -- %t
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::shared_ptr<const std::string> separator = std::make_shared<const std::string>("=");

void tell(std::string word) {
  std::map<char, int> places;
  for (char c : word) places[c] = static_cast<int>(places.size()) + 1;
  std::vector<int> values;
  for (auto [c, place] : places) values.push_back(place);
  std::sort(values.rbegin(), values.rend());
  auto mine = separator;
  std::ostringstream line;
  line << word << *mine << std::accumulate(values.begin(), values.end(), 0) << ' ';
  std::cout << line.str() << std::flush;
}

int main() {
  std::thread one(tell, "ab"), two(tell, "xyz");
  one.join();
  two.join();
}
// COVERS: kernel/output libc/cxx_containers libc/stdio
