#include "threads/signal_values.h"

#include "world/world.h"

namespace omc {
namespace {

QueuedValue* find_value(unsigned slot, int signal) {
  World& w = world();
  for (unsigned i = 0; i < w.signals.queued_count; i++)
    if (w.signals.sent[i].slot == slot && w.signals.sent[i].signal == static_cast<uint32_t>(signal))
      return &w.signals.sent[i];
  return nullptr;
}

}  // namespace

bool queue_value(unsigned slot, int signal, const siginfo_t& sent) {
  World& w = world();
  if (find_value(slot, signal)) return true;
  if (w.signals.queued_count == max_queued_values) return false;
  w.signals.sent[w.signals.queued_count++] = {slot, static_cast<uint32_t>(signal),
                                              sent.si_value.sival_ptr};
  return true;
}

void take_value(unsigned slot, int signal, siginfo_t& info) {
  QueuedValue* sent = find_value(slot, signal);
  if (!sent) return;
  info.si_code = SI_QUEUE;
  info.si_value.sival_ptr = sent->value;
  *sent = world().signals.sent[--world().signals.queued_count];
}

}  // namespace omc
