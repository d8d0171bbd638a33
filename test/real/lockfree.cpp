// Boost.Lockfree, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in boost; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{2,} hooks'
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <iostream>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(16);
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<16>> pairs;
  boost::lockfree::stack<int> stack(16);
  std::thread puts([&] {
    for (int i = 1; i <= 10; i++) {
      queue.push(i);
      pairs.push(i);
      stack.push(i);
    }
  });
  puts.join();
  int value, sum = 0;
  while (queue.pop(value)) sum += value;
  while (pairs.pop(value)) sum += value * 100;
  while (stack.pop(value)) sum += value * 10000;
  std::cout << sum << '\n';
}
// COVERS: instrumenter/source/statements
