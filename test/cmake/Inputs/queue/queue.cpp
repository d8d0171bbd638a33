#include "queue.h"

#include "tally.h"

void Queue::put() {
  std::lock_guard<std::mutex> head(head_);
  std::lock_guard<std::mutex> tail(tail_);
  for (int i = 0; i < QUEUE_STEP; i++) size_ = tally(size_);
}

void Queue::take() {
  std::lock_guard<std::mutex> tail(tail_);
  std::lock_guard<std::mutex> head(head_);
  size_ -= QUEUE_STEP;
}

void Queue::put_unlocked() {
  int seen = size();
  std::lock_guard<std::mutex> tail(tail_);
  size_ = seen + QUEUE_STEP;
}

int Queue::size() {
  std::lock_guard<std::mutex> tail(tail_);
  return size_;
}
