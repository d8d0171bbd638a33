// Objects of the standard library whose functions are compiled in libstdc++: a change beside any use is a data race.
// RUN: %build -std=c++17 -O0
// RUN: %python %S/Inputs/cases.py --omc %omc %t
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

namespace {

std::mutex mutex;
thread_local volatile int sink;
void use(long n) { sink = static_cast<int>(n); }

template <class A, class B>
void guarded(A a, B b) {
  both([=] {
         std::lock_guard lock(mutex);
         a();
       },
       [=] {
         std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         b();
       });
}

std::map<int, int> map{{1, 1}, {3, 3}, {5, 5}};
std::set<int> set{1, 2, 3, 4};
std::list<int> list{1, 2, 3};
std::unordered_map<int, int> hashed{{1, 1}};
std::string string = "some text", second = "more";

void map_insert() { guarded([] { map.emplace(4, 4); }, [] { use(map.count(4)); }); }
void map_walk() { guarded([] { map.emplace(2, 2); }, [] { for (auto& [key, value] : map) use(key + value); }); }
void map_back() { guarded([] { map.emplace(2, 2); }, [] { use(std::prev(map.end())->first); use(std::prev(map.end(), 2)->first); }); }
void map_erase() { guarded([] { map.erase(3); }, [] { use(map.find(5) != map.end()); }); }
void set_insert() { guarded([] { set.insert(9); }, [] { set.insert(10); }); }
void set_erase() { guarded([] { set.erase(2); }, [] { for (int n : set) use(n); }); }
void list_push() { guarded([] { list.push_back(4); }, [] { for (int n : list) use(n); }); }
void list_pop() { guarded([] { list.pop_front(); }, [] { use(list.front()); }); }
void list_splice() {
  static std::list<int> more{7, 8};
  guarded([] { list.splice(list.end(), more); }, [] { use(list.back()); });
}
void list_reverse() { guarded([] { list.reverse(); }, [] { use(list.front()); }); }
void hashed_insert() { guarded([] { hashed.emplace(2, 2); }, [] { hashed.emplace(3, 3); }); }

void string_append() { guarded([] { string += "x"; }, [] { string += "x"; }); }
void string_append_long() { guarded([] { string += " and much more of the same"; }, [] { use(string.size()); }); }
void string_push() { guarded([] { string.push_back('x'); }, [] { use(string.empty()); }); }
void string_assign() { guarded([] { string = "another"; }, [] { use(string[0]); }); }
void string_copy() { guarded([] { string.clear(); }, [] { second = string; }); }
void string_made() { guarded([] { string += 'x'; }, [] { std::string copy = string; use(copy.size()); }); }
void string_swap() { guarded([] { string.swap(second); }, [] { use(second == "more"); }); }
void string_find() { guarded([] { string.erase(0, 2); }, [] { use(string.find('x')); }); }

// Two elements are two objects.
void elements() {
  both([] { string[1] = 'a'; map[1] = 7; }, [] { string[broken ? 1 : 2] = 'b'; map[broken ? 1 : 3] = 8; });
}
// As many readers as there are.
void readers() {
  both([] { use(map.count(1) + set.count(1) + string.size() + list.size()); },
       [] { if (broken) set.insert(0); use(map.count(1) + set.count(1) + string.size() + list.size()); });
}

constexpr Case cases[] = {
    {"map_insert", map_insert}, {"map_walk", map_walk}, {"map_back", map_back}, {"map_erase", map_erase},
    {"set_insert", set_insert}, {"set_erase", set_erase}, {"list_push", list_push}, {"list_pop", list_pop},
    {"list_splice", list_splice}, {"list_reverse", list_reverse}, {"hashed_insert", hashed_insert},
    {"string_append", string_append}, {"string_append_long", string_append_long}, {"string_push", string_push},
    {"string_assign", string_assign}, {"string_copy", string_copy}, {"string_made", string_made},
    {"string_swap", string_swap}, {"string_find", string_find}, {"elements", elements}, {"readers", readers},
};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: libc/cxx_containers libc/cxx_string
