#include "threads/signal_values.h"

#include "world/world.h"

namespace omc {
namespace {

SentValue* find_value(unsigned slot, int signal) {
  World& w = world();
  for (unsigned i = 0; i < w.signals.sent_count; i++)
    if (w.signals.sent[i].slot == slot && w.signals.sent[i].signal == static_cast<uint32_t>(signal))
      return &w.signals.sent[i];
  return nullptr;
}

}  // namespace

bool keep_value(unsigned slot, int signal, const siginfo_t& sent) {
  World& w = world();
  if (find_value(slot, signal)) return true;
  if (w.signals.sent_count == max_sent) return false;
  w.signals.sent[w.signals.sent_count++] = {slot, static_cast<uint32_t>(signal),
                                            sent.si_value.sival_ptr};
  return true;
}

void take_value(unsigned slot, int signal, siginfo_t& info) {
  SentValue* sent = find_value(slot, signal);
  if (!sent) return;
  info.si_code = SI_QUEUE;
  info.si_value.sival_ptr = sent->value;
  *sent = world().signals.sent[--world().signals.sent_count];
}

}  // namespace omc
