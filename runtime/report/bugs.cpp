#include "report/bugs.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "report/block_log.h"
#include "report/replay_trace.h"
#include "report/stack_owner.h"
#include "steps/reduction.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/run_records.h"
#include "world/shared_lock.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

uint64_t mix_text(uint64_t hash, const char* text) {
  for (; text && *text; text++) hash = mix(hash, static_cast<unsigned char>(*text));
  return hash;
}

uint64_t mix_place(uint64_t hash, const Place& place) {
  return mix(mix_text(hash, place.file), uint64_t{place.line} << 32 | place.column);
}

bool find_file(uint64_t address, Dl_info& info) {
  return dladdr(reinterpret_cast<void*>(address), &info) && info.dli_fbase;
}

uint64_t in_file(uint64_t address) {
  Dl_info info;
  return find_file(address, info) ? address - reinterpret_cast<uint64_t>(info.dli_fbase) : address;
}

// An access inside of a primitive has no pc; its statement identifies it.
uint64_t identity_of(const RaceAccess& access) {
  if (access.pc) return in_file(access.pc);
  return mix(mix_text(1, at<char>(*checker.run, access.site.file)),
             uint64_t{access.site.line} << 32 | access.site.column);
}

// Two bugs are one when they have the same kind and places, in whatever schedule. The places of a
// deadlock are those of all waiting threads, in any order.
uint64_t identity_of(const Thread& thread, const Finding& finding) {
  uint64_t kind = static_cast<uint64_t>(finding.kind) + 1;
  if (finding.race) {
    uint64_t a = identity_of(finding.race[0]), b = identity_of(finding.race[1]);
    return mix(mix(kind, a < b ? a : b), a < b ? b : a);
  }
  if (finding.kind == BugKind::exit_status)
    return mix(mix(kind, finding.size), static_cast<uint64_t>(finding.signal));
  // Hooks of a replay use more stack, so the overflow may be at another statement there.
  if (finding.kind == BugKind::crash && finding.text == stack_overflow)
    return mix_place(mix_text(kind, thread.place.file), thread.first_place);
  if (finding.kind != BugKind::deadlock)
    return mix_place(mix_text(mix(kind, static_cast<uint64_t>(finding.signal)), finding.text),
                     finding.place.line ? finding.place : thread.place);
  uint64_t sum = kind;
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& other = world().threads[i];
    if (!other.ended) sum += mix_place(static_cast<uint64_t>(other.pending.op), other.place);
  }
  return sum;
}

uint64_t count_switches(const Stretch* stretches, uint64_t n) {
  uint64_t switches = 0;
  for (uint64_t i = 1; i < n; i++)
    switches += stretches[i].choice.thread != stretches[i - 1].choice.thread;
  return switches;
}

// What a thread waits for: an address, or a number.
uint64_t object_of(const Pending& pending) {
  switch (pending.op) {
    case Op::join:
    case Op::sem_up:
    case Op::sigwait:
      return pending.value;
    case Op::read:
    case Op::write:
      return pending.value & 0xffff;  // the descriptor
    default:
      return reinterpret_cast<uint64_t>(pending.object);
  }
}

ThreadRecord record_of(const Thread& thread) {
  ThreadRecord record;
  record.number = thread.number;
  record.op = thread.pending.op;
  record.object = object_of(thread.pending);
  record.site = site_of(thread.place);
  record.entry = site_of(thread.first_place);
  record.name = thread.is_named ? store_text(thread.name) : 0;
  // A timer that is not set waits for nothing that others could do.
  bool is_off = thread.is_timer && !is_enabled(thread);
  record.status = thread.ended || is_off ? ThreadStatus::ended
                  : is_enabled(thread)   ? ThreadStatus::ready
                                         : ThreadStatus::blocked;
  if (record.status != ThreadStatus::blocked) return record;
  const Waiting* waiting = thread.pending.waiting;
  const Thread* holder = waiting && waiting->holder ? waiting->holder(thread) : nullptr;
  if (holder) record.owner = holder->number;
  return record;
}

// The record of the bug with this identity, a new one, or null when there is no room.
BugRecord* find_record(uint64_t identity) {
  Run& run = *checker.run;
  uint32_t n = run.bug_count;
  for (uint32_t i = 0; i < n; i++)
    if (run.bugs[i].identity == identity) return &run.bugs[i];
  return n < max_bugs ? &run.bugs[n] : nullptr;
}

void store_call_stack(const CallStack& stack, BugRecord& record) {
  record.frames = pool_take(*checker.run, stack.count * sizeof(FilePlace) + 1);
  if (!record.frames) return;
  record.frame_count = stack.count;
  record.frames_left_out = stack.left_out;
  for (unsigned i = 0; i < stack.count; i++)
    at<FilePlace>(*checker.run, record.frames)[i] = place_in_file(stack.pcs[i]);
}

// How well a bug explains what is wrong: an exit status explains least.
int strength(BugKind kind, bool weak) { return kind == BugKind::exit_status ? 0 : weak ? 1 : 2; }

void write_record(const Thread& thread, const Finding& finding, const Stretch* other,
                  uint64_t other_stretches) {
  RunLock lock;
  Run& run = *checker.run;
  bool wants_one = !checker.options.all && !checker.is_replay;
  uint64_t identity = identity_of(thread, finding);
  BugRecord* record = find_record(identity);
  bool is_other = run.bug_count && record != &run.bugs[0];
  bool is_stronger =
      is_other && !checker.options.all &&
      strength(finding.kind, finding.weak) > strength(run.bugs[0].kind, run.bugs[0].weak);
  if (wants_one && is_other && !is_stronger) return;
  if (is_stronger) {
    record = &run.bugs[0];
    *record = {};
    run.bug_count = 0;
  }
  if (!record) return void(run.bugs_dropped++);
  bool is_new = !record->count++;
  bool better = count_switches(current_stretches(), world().schedule.stretches) <
                count_switches(at<Stretch>(run, record->schedule), record->schedule_stretches);
  if (is_new || better) {
    Standing standing = store_standing();
    record->kind = finding.kind;
    record->thread = thread.number;
    record->signal = finding.signal;
    record->address = reinterpret_cast<uint64_t>(finding.address);
    record->size = finding.size;
    record->text = store_text(finding.text);
    record->site = site_of(finding.place.line ? finding.place : thread.place);
    record->schedule = standing.schedule.offset;
    record->schedule_stretches = standing.schedule.stretches;
    record->threads = standing.threads;
    record->thread_count = standing.thread_count;
    record->identity = identity;
    record->weak = finding.weak;
    if (finding.stack) store_call_stack(*finding.stack, *record);
    for (int i = 0; i < 2 && finding.race; i++) {
      record->accesses[i] = finding.race[i];
      record->accesses[i].code = place_in_file(finding.race[i].pc);
      record->accesses[i].data = place_in_file(finding.race[i].address);
    }
    uint64_t about = finding.race ? finding.race[0].address : record->address;
    record->block = block_record_of(about);
    record->owner = owner_record_of(about);
    record->other_schedule = other ? store_bytes(other, other_stretches * sizeof(Stretch)) : 0;
    record->other_schedule_stretches = record->other_schedule ? other_stretches : 0;
  }
  if (is_new) run.bug_count++;
  // A replay follows its schedule to the end.
  bool goes_on = checker.is_replay && finding.kind == BugKind::data_race;
  if (!checker.options.all && !finding.weak && !goes_on) run.decided = run.stop = 1;
}

}  // namespace

void walk_stack(const Thread& thread, uintptr_t pc, uintptr_t frame, CallStack& out) {
  unsigned total = 0;
  for (;;) {
    // The outermost frames are written in a ring, because their number is not known yet.
    unsigned place =
        total < max_frames ? total : max_frames - last_frames + (total - max_frames) % last_frames;
    out.pcs[place] = pc;
    total++;
    if (frame < thread.stack_begin || frame + 16 > thread.stack_end || frame % 8) break;
    auto* words = reinterpret_cast<const uintptr_t*>(frame);
    if (words[0] <= frame || !words[1]) break;
    pc = words[1];
    frame = words[0];
  }
  out.count = total < max_frames ? total : max_frames;
  out.left_out = total - out.count;
  if (!out.left_out) return;
  uint64_t last[last_frames];
  for (unsigned i = 0; i < last_frames; i++)
    last[i] = out.pcs[max_frames - last_frames + (total - max_frames + i) % last_frames];
  memcpy(out.pcs + max_frames - last_frames, last, sizeof last);
}

Standing store_standing() {
  World& w = world();
  Run& run = *checker.run;
  uint64_t threads = pool_take(run, w.thread_count * sizeof(ThreadRecord));
  ScheduleRestorer keeper;
  if (w.current)
    extend_schedule({w.current->number, 0},
                    current_thread().deferred_hooks);  // what it owes is needed to come there
  StoredSchedule schedule = store_schedule();
  if (run.queried_address) run.queried_block = block_record_of(run.queried_address);
  if (threads)
    for (unsigned i = 0; i < w.thread_count; i++)
      at<ThreadRecord>(run, threads)[i] = record_of(w.threads[i]);
  return {threads, threads ? w.thread_count : 0, schedule};
}

void record_bug(const Thread& thread, const Finding& finding) {
  if (!checker.options.checks_for(finding.kind)) return;
  trace_step();
  write_record(thread, finding, nullptr, 0);
}

// The program has annotated the memory as benign.
static bool is_benign(const RaceAccess& access) {
  const World& w = world();
  for (unsigned i = 0; i < w.benign_count; i++)
    if (access.address < w.benign[i].end && access.address + access.size > w.benign[i].begin)
      return true;
  return false;
}

// Appends the first choices of a step. All but the first have one outcome.
static void append_step(Choice first, uint64_t count) {
  if (thread_numbered(first.thread)->takes_no_steps) return;
  extend_schedule(first);
  extend_schedule({first.thread, 0}, count - 1);
}

// Replaces the step that was taken by a schedule to one access and then to the other. The first
// step does not conflict with what the other thread does before its access: that would be the race.
static void append_racing_steps(const CoEnabledPair& steps) {
  World& w = world();
  shorten_schedule(w.extra_steps);
  if (!w.last_thread->takes_no_steps) shorten_schedule(1);
  append_step(steps.mine, steps.mine_later + 1);
  append_step(steps.other, steps.other_later + 1);
}

// Where the search continues after a data race, later accesses are not ordered by synchronisation
// alone. Only clocks then find further races.
static void note_race() {
  stop_incomplete(Incomplete::races,
                  "there is one, so a statement is not one step; see --granularity access");
}

void record_data_race(const RaceAccess& mine, const RaceAccess& others,
                      const CoEnabledPair& steps) {
  if (checker.run->seeks_right_ending) return void(checker.run->met_race = 1);
  if (is_benign(mine)) return refute(Assumption::strong_orders), refute(Assumption::whole_sections);
  if (checker.only_notes_races) return note_race();
  RaceAccess both[2] = {mine, others};
  Finding finding{BugKind::data_race};
  finding.race = both;
  World& w = world();
  if (checker.is_replay) return record_bug(*w.last_thread, finding);
  ScheduleRestorer keeper;
  append_racing_steps(steps);
  record_bug(*w.last_thread, finding);
  if (checker.options.all) refute(Assumption::strong_orders), refute(Assumption::whole_sections);
}

void record_unordered(const RaceAccess& now, const RaceAccess& before) {
  if (checker.run->seeks_right_ending) return void(checker.run->met_race = 1);
  if (is_benign(now) || checker.options.all) refute(Assumption::whole_sections);
  if (is_benign(now)) return;
  if (checker.only_notes_races) return note_race();
  RaceAccess both[2] = {now, before};
  both[1].past = 1;
  Finding finding{BugKind::data_race};
  finding.race = both;
  record_bug(current_thread(), finding);
}

void record_order_race(const Thread& thread, const Stretch* other, uint64_t other_stretches) {
  write_record(thread, {BugKind::order_race}, other, other_stretches);
}

void found(const Finding& finding) {
  charge_hooks();
  if (!checker.options.checks_for(finding.kind)) return;
  record_bug(current_thread(), finding);
  leave(Stop::bug);
}

void found_misuse(const char* text, const void* object) { found({BugKind::misuse, text, object}); }

void record_misuse(const char* text, const void* object) {
  Finding finding{BugKind::misuse, text, object};
  finding.weak = true;
  charge_hooks();
  record_bug(current_thread(), finding);
}

void describe_place(const char* what, const Thread& thread, char* out, size_t capacity) {
  const Place& place = thread.place;
  size_t n = 0;
  auto add = [&](const char* text) {
    for (; *text && n + 1 < capacity; text++) out[n++] = *text;
    out[n] = 0;
  };
  add(what);
  if (!place.file) return;
  add(", in the statement at ");
  add(place.file);
  add(":");
  char digits[12];
  int i = sizeof digits - 1;
  digits[i] = 0;
  for (uint32_t line = place.line; line; line /= 10)
    digits[--i] = static_cast<char>('0' + line % 10);
  add(digits + i);
}

void stop_incomplete(Incomplete limit, const char* text) {
  Run& run = *checker.run;
  uint32_t none = 0;
  if (run.incomplete.compare_exchange_strong(none, static_cast<uint32_t>(limit)) && text)
    run.incomplete_detail = store_text(text);
  run.stop = 1;
}

void note_gap(const char* what) {
  Run& run = *checker.run;
  if (run.gap) return;
  uint64_t none = 0;
  run.gap.compare_exchange_strong(none, store_text(what));
}

}  // namespace omc
