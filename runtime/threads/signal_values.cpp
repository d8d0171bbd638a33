#include "threads/signal_values.h"

#include "world/world.h"

namespace omc {
namespace {

SentValue* find_value(unsigned slot, int signal) {
  World& w = world();
  for (unsigned i = 0; i < w.sent_count; i++)
    if (w.sent[i].slot == slot && w.sent[i].signal == static_cast<uint32_t>(signal))
      return &w.sent[i];
  return nullptr;
}

}  // namespace

bool keep_value(unsigned slot, int signal, const siginfo_t& sent) {
  World& w = world();
  if (find_value(slot, signal)) return true;
  if (w.sent_count == max_sent) return false;
  w.sent[w.sent_count++] = {slot, static_cast<uint32_t>(signal), sent.si_value.sival_ptr};
  return true;
}

void take_value(unsigned slot, int signal, siginfo_t& info) {
  SentValue* sent = find_value(slot, signal);
  if (!sent) return;
  info.si_code = SI_QUEUE;
  info.si_value.sival_ptr = sent->value;
  *sent = world().sent[--world().sent_count];
}

// The order in which they were sent does not count.
Digest digest_values() {
  const World& w = world();
  Digest sum;
  for (unsigned i = 0; i < w.sent_count; i++) sum += digest_of(&w.sent[i], sizeof w.sent[i], 1);
  return sum;
}

}  // namespace omc
