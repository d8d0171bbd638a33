// Boost.Asio, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in boost; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{3,} hooks'
#define BOOST_ASIO_DISABLE_CONCEPTS
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <iostream>

int main() {
  boost::asio::io_context context;
  boost::asio::steady_timer timer(context, std::chrono::milliseconds(1));
  timer.async_wait([](boost::system::error_code error) { std::cout << "timer " << error.message() << '\n'; });
  boost::asio::post(context, [] { std::cout << "posted\n"; });
  context.run();
  boost::asio::thread_pool pool(2);
  auto strand = boost::asio::make_strand(pool);
  int sum = 0;
  for (int i = 1; i <= 10; i++) boost::asio::post(strand, [&sum, i] { sum += i; });
  pool.join();
  std::cout << sum << '\n';
}
// COVERS: instrumenter/source/statements instrumenter/source/filter
