// Containers that two threads share: each function is safe alone, and elements are apart.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"
#include "Inputs/registry.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <list>
#include <map>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

std::mutex mutex;

// The lock that the broken one forgets.
std::unique_lock<std::mutex> locked_unless_broken() {
  return broken ? std::unique_lock<std::mutex>() : std::unique_lock(mutex);
}

void vector_grows() {
  static std::vector<int> numbers{1, 2};
  both([] {
         auto lock = locked_unless_broken();
         numbers.push_back(3);
       },
       [] {
         std::lock_guard lock(mutex);
         std::printf("%d", numbers[0]);
       });
}

void vector_elements() {
  static std::vector<int> numbers(4);
  both([] { numbers[1]++; }, [] { numbers[broken ? 1 : 2]++; });  // <- vector_elements
}

// The bits of a vector<bool> share their words; the elements of others do not.
void vector_of_bool() {
  static std::vector<bool> bits(8);
  static std::vector<char> bytes(8);
  both([] { if (broken) bits[1] = true; else bytes[1] = 1; }, [] { if (broken) bits[2] = true; else bytes[2] = 1; });
}

void bitset() {
  static std::bitset<16> bits;
  static std::array<bool, 16> flags;
  both([] { if (broken) bits.set(1); else flags[1] = true; }, [] { if (broken) bits.set(2); else flags[2] = true; });
}

void iterator_is_invalid() {
  static std::vector<int> numbers{1, 2, 3};
  both([] {
         auto lock = locked_unless_broken();
         for (int number : numbers) std::printf("%d", number);
       },
       [] {
         auto lock = locked_unless_broken();
         numbers.erase(numbers.begin());
       });
}

void list_node_is_erased() {
  static std::list<int> numbers{1, 2, 3};
  both([] {
         auto lock = locked_unless_broken();
         std::printf("%d", *std::next(numbers.begin()));
       },
       [] {
         auto lock = locked_unless_broken();
         numbers.pop_front();
       });
}

void map_find_and_insert() {
  static std::map<int, std::string> names{{1, "one"}};
  both([] {
         auto lock = locked_unless_broken();
         names[2] = "two";
       },
       [] {
         auto lock = locked_unless_broken();
         for (auto& [number, name] : names) std::printf("%d", number);
         std::printf("%zu", names.size());
       });
}

// Subscripting inserts what is not there, so it is no reading.
void map_subscript() {
  static std::map<int, int> counts{{1, 1}};
  auto read = [] { std::printf("%d", broken ? counts[2] : counts.at(1)); };
  both(read, read);
}

void unordered_map_rehashes() {
  static std::unordered_map<int, int> counts{{1, 1}};
  both([] {
         auto lock = locked_unless_broken();
         for (int i = 2; i < 20; i++) counts[i] = i;
       },
       [] {
         auto lock = locked_unless_broken();
         std::printf("%d", counts.at(1));
       });
}

void queue_empty_then_pop() {
  static std::queue<int> queue({1, 2});
  auto take = [] {
    std::optional<int> taken;
    if (!broken) {
      std::lock_guard lock(mutex);
      if (!queue.empty()) taken = queue.front(), queue.pop();
    } else if (!queue.empty()) {  // looks without the lock
      std::lock_guard lock(mutex);
      taken = queue.front(), queue.pop();
    }
    if (taken) std::printf("%d", *taken);
  };
  both(take, take);
}

void string_copied() {
  static std::string text = "a text that is too long to be kept in the object itself";
  both([] {
         auto lock = locked_unless_broken();
         text = "another";
       },
       [] {
         std::lock_guard lock(mutex);
         std::string copy = text;
         std::printf("%c", copy[0]);
       });
}

// Two readers of one container need no lock, unless one of them sorts it first.
void sorted_by_a_reader() {
  static std::vector<int> numbers{3, 1, 2};
  auto least = [] {
    if (broken) std::sort(numbers.begin(), numbers.end());
    std::printf("%d", *std::min_element(numbers.begin(), numbers.end()));
  };
  both(least, least);
}

// A race inside a template of a header.
void template_of_a_header() {
  static Registry<int> registry;
  auto use = [] {
    registry.add(1, broken ? Locking::none : Locking::mutex);
    std::printf("%d", registry.size());
  };
  both(use, use);
}

// A pool of libstdc++ that has no lock of its own.
void pool_without_a_lock() {
  static std::pmr::unsynchronized_pool_resource pool;
  auto use = [] {
    auto lock = locked_unless_broken();
    pool.deallocate(pool.allocate(40), 40);
  };
  use();
  both(use, use);
}

const Case cases[] = {
    {"vector_grows", vector_grows}, {"vector_elements", vector_elements}, {"vector_of_bool", vector_of_bool},
    {"bitset", bitset}, {"iterator_is_invalid", iterator_is_invalid}, {"list_node_is_erased", list_node_is_erased},
    {"map_find_and_insert", map_find_and_insert}, {"map_subscript", map_subscript},
    {"unordered_map_rehashes", unordered_map_rehashes}, {"queue_empty_then_pop", queue_empty_then_pop},
    {"string_copied", string_copied}, {"sorted_by_a_reader", sorted_by_a_reader},
    {"template_of_a_header", template_of_a_header}, {"pool_without_a_lock", pool_without_a_lock}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: libc/cxx_containers races/co_enabled_races
