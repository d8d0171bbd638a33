#pragma once
#include <omc.h>

#include <mutex>
#include <string>
#include <thread>

// What exploring two threads finds that take two locks: one after the other, or both at once.
inline std::string found(bool both_at_once) {
  static std::mutex first, second;
  auto threads = [](void* both) {
    auto use = [=](std::mutex& a, std::mutex& b) {
      if (*static_cast<bool*>(both)) {
        std::scoped_lock locks(a, b);
      } else {
        std::lock_guard<std::mutex> lock_a(a);
        std::lock_guard<std::mutex> lock_b(b);
      }
    };
    std::thread one([&] { use(first, second); }), two([&] { use(second, first); });
    one.join();
    two.join();
  };
  omc_result result;
  omc_explore(nullptr, threads, &both_at_once, &result);
  return result.states < 10 ? "nothing explored" : result.bugs ? result.kind : "no bug";
}
