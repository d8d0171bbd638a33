// oneTBB, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in tbb oneapi; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread -ltbb 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread -ltbb 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{3,} hooks'
#include <tbb/concurrent_hash_map.h>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <iostream>

int main() {
  tbb::concurrent_hash_map<int, int> squares;
  tbb::parallel_for(0, 100, [&](int i) {
    tbb::concurrent_hash_map<int, int>::accessor place;
    squares.insert(place, i);
    place->second = i * i;
  });
  int sum = tbb::parallel_reduce(
      tbb::blocked_range<int>(0, 100), 0,
      [&](const tbb::blocked_range<int>& range, int so_far) {
        for (int i = range.begin(); i != range.end(); i++) {
          tbb::concurrent_hash_map<int, int>::const_accessor place;
          if (squares.find(place, i)) so_far += place->second;
        }
        return so_far;
      },
      std::plus<int>());
  tbb::concurrent_queue<int> queue;
  queue.push(sum);
  int value = 0;
  std::cout << queue.try_pop(value) << ' ' << value << '\n';
}
// COVERS: instrumenter/source/statements entry/session
