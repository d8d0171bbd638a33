#pragma once
#include <mutex>

inline std::mutex total_mutex;
inline int total = 0;

inline void add(int n) {
  std::lock_guard<std::mutex> l(total_mutex);
  total += n;
}
