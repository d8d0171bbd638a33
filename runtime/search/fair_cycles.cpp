// Emerson and Lei's refinement of strongly connected components, for strong fairness: of a
// component in which a thread is enabled and takes no step, the states where it is enabled are
// removed, and the rest is divided again.
#include "search/fair_cycles.h"

#include <sys/mman.h>

#include "platform/assert.h"
#include "platform/raw_syscall.h"

namespace omc {
namespace {

constexpr unsigned most_cycles = 4, most_threads = 64;
constexpr uint64_t most_round = 100'000;  // steps

// Zeroed memory of this process, taken as it is written.
template <class T>
class Array {
 public:
  explicit Array(uint64_t n) : bytes_((n + 1) * sizeof(T)) {
    long p = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes_), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    OMC_ASSERT(!is_error(p));
    begin_ = reinterpret_cast<T*>(p);
  }
  ~Array() { raw_syscall(SYS_munmap, as_long(begin_), static_cast<long>(bytes_)); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T& operator[](uint64_t i) const { return begin_[i]; }

 private:
  T* begin_;
  size_t bytes_;
};

using State = uint32_t;
struct Arrow {
  State to;  // 0: the execution has ended
  Choice choice;
  uint32_t extra : 31, failed_try : 1;
  uint64_t thread() const { return uint64_t{1} << choice.thread; }
};

// What a first look at the steps shows.
struct GraphExtent {
  uint64_t arrows = 0;
  StateId last = 0;
  bool fits = true;
};

void extend(const Step& step, StateId to, void* context) {
  GraphExtent& extent = *static_cast<GraphExtent*>(context);
  extent.arrows++;
  if (step.from > extent.last) extent.last = step.from;
  if (to > extent.last) extent.last = to;
  extent.fits = extent.fits && step.choice.thread < most_threads && extent.last < UINT32_MAX;
}

// The steps of a component: threads as bits.
struct Component {
  uint64_t enabled, taken, failing;
  bool is_reported;
  bool is_fair() const { return !(enabled & ~taken); }
  bool is_livelock() const { return is_fair() && failing == taken && taken & (taken - 1); }
};

class Graph {
 public:
  explicit Graph(const GraphExtent& extent)
      : last_(static_cast<State>(extent.last)),
        first_(extent.last + 2),
        arrows_(extent.arrows),
        part_(extent.last),
        index_(extent.last),
        low_(extent.last),
        next_(extent.last),
        stack_(extent.last),
        path_(extent.last),
        components_(extent.last),
        round_(most_round),
        stretches_(2 * most_round) {
    for_each_step(count, this);
    for (State s = 0; s <= last_; s++) first_[s + 1] += first_[s], part_[s] = s != 0;
    for_each_step(fill, this);
  }

  void find_cycles(void (*found)(const FairCycle&)) {
    unsigned left = most_cycles;
    for (bool changed = true; changed && left;) {
      divide();
      sum_up();
      changed = false;
      for (State s = 1; s <= last_ && left; s++) {
        if (!part_[s]) continue;
        Component& component = components_[part_[s]];
        uint64_t unfair = component.enabled & ~component.taken;
        if (unfair && !is_enabled(s, unfair)) continue;
        if (component.is_livelock() && !component.is_reported) {
          left -= report(s, found);
          component.is_reported = true;
        }
        changed |= unfair != 0;
        part_[s] = 0;  // a fair component is done
      }
    }
  }

 private:
  static void count(const Step& step, StateId, void* graph) {
    static_cast<Graph*>(graph)->first_[step.from + 1]++;
  }
  // Fills the arrows of each state, from its first one on.
  static void fill(const Step& step, StateId to, void* context) {
    Graph& graph = *static_cast<Graph*>(context);
    uint32_t extra = step.extra < INT32_MAX ? step.extra : INT32_MAX;
    graph.arrows_[graph.first_[step.from] + graph.filled_at(step.from)++] = {
        static_cast<State>(to), step.choice, extra, step.failed_try};
  }
  uint32_t& filled_at(StateId s) { return index_[s]; }  // before index_ is needed

  bool is_inside(State from, const Arrow& arrow) const {
    return arrow.to && part_[arrow.to] == part_[from];
  }
  bool is_enabled(State s, uint64_t threads) const {
    for (uint64_t i = first_[s]; i < first_[s + 1]; i++)
      if (arrows_[i].thread() & threads) return true;
    return false;
  }

  // ---- Components: Tarjan's algorithm, without recursion ----

  void divide() {
    for (State s = 0; s <= last_; s++) index_[s] = low_[s] = 0, next_[s] = 0;
    depth_ = count_ = parts_ = 0;
    for (State s = 1; s <= last_; s++)
      if (part_[s] && !index_[s]) visit_from(s);
    for (State s = 1; s <= last_; s++) part_[s] = part_[s] ? next_[s] : 0;
  }

  void enter(State s) {
    index_[s] = low_[s] = ++count_;
    stack_[depth_++] = s;
    next_[s] = UINT32_MAX;  // on the stack
  }

  struct Visit {
    State state;
    uint64_t arrow;
  };

  void visit_from(State root) {
    uint64_t calls = 0;
    enter(root);
    path_[calls++] = {root, first_[root]};
    while (calls) {
      Visit& at = path_[calls - 1];
      if (at.arrow == first_[at.state + 1]) {
        State s = at.state;
        if (low_[s] == index_[s]) close(s);
        calls--;
        if (calls && low_[s] < low_[path_[calls - 1].state]) low_[path_[calls - 1].state] = low_[s];
        continue;
      }
      State from = at.state;
      const Arrow& arrow = arrows_[at.arrow++];
      if (!is_inside(from, arrow)) continue;
      if (!index_[arrow.to])
        enter(arrow.to), path_[calls++] = {arrow.to, first_[arrow.to]};
      else if (next_[arrow.to] == UINT32_MAX && index_[arrow.to] < low_[from])
        low_[from] = index_[arrow.to];
    }
  }

  // The states above `root` on the stack are a component; 0 is that of states without a cycle.
  void close(State root) {
    bool is_cycle = stack_[depth_ - 1] != root;
    for (uint64_t i = first_[root]; i < first_[root + 1]; i++) is_cycle |= arrows_[i].to == root;
    uint32_t part = is_cycle ? ++parts_ : 0;
    State s;
    do next_[s = stack_[--depth_]] = part;
    while (s != root);
  }

  void sum_up() {
    for (uint32_t i = 0; i <= parts_; i++) components_[i] = {};
    for (State s = 1; s <= last_; s++)
      for (uint64_t i = first_[s]; part_[s] && i < first_[s + 1]; i++) {
        Component& component = components_[part_[s]];
        component.enabled |= arrows_[i].thread();
        if (!is_inside(s, arrows_[i])) continue;
        component.taken |= arrows_[i].thread();
        if (arrows_[i].failed_try) component.failing |= arrows_[i].thread();
      }
  }

  // ---- A round through a component ----

  // The shortest way from `from` to an arrow that fits, by breadth. Adds it to the round.
  template <class Fits>
  bool go(State& from, Fits fits) {
    for (uint64_t i = 0; i < depth_; i++) index_[stack_[i]] = 0;
    depth_ = 0;
    index_[from] = 1;
    stack_[depth_++] = from;
    for (uint64_t k = 0; k < depth_; k++) {
      State s = stack_[k];
      for (uint64_t i = first_[s]; i < first_[s + 1]; i++) {
        const Arrow& arrow = arrows_[i];
        if (!is_inside(s, arrow)) continue;
        if (fits(arrow)) return add_way(from, {s, i}), from = arrow.to, true;
        if (index_[arrow.to]) continue;
        index_[arrow.to] = 1;
        path_[arrow.to] = {s, i};
        stack_[depth_++] = arrow.to;
      }
    }
    return false;
  }

  void add_way(State begin, Visit last) {
    uint64_t n = 1;
    for (State s = last.state; s != begin; s = path_[s].state) n++;
    if (length_ + n > most_round) return void(length_ = most_round + 1);
    uint64_t end = length_ += n;
    round_[--end] = last.arrow;
    for (State s = last.state; s != begin; s = path_[s].state) round_[--end] = path_[s].arrow;
  }

  void add_stretch(Choice choice, uint64_t times) {
    if (!times) return;
    if (stretch_count_ && stretches_[stretch_count_ - 1].choice == choice)
      stretches_[stretch_count_ - 1].count += times;
    else
      stretches_[stretch_count_++] = {choice, times};
  }

  bool report(State begin, void (*found)(const FairCycle&)) {
    for (State s = 0; s <= last_; s++) index_[s] = 0;
    depth_ = length_ = stretch_count_ = 0;
    State at = begin;
    uint64_t missing = components_[part_[begin]].taken;
    while (missing) {
      bool is_found =
          go(at, [=](const Arrow& arrow) { return arrow.failed_try && arrow.thread() & missing; });
      if (!is_found || length_ > most_round) return false;
      missing &= ~arrows_[round_[length_ - 1]].thread();
    }
    if (at != begin && !go(at, [=](const Arrow& arrow) { return arrow.to == begin; })) return false;
    if (length_ > most_round) return false;
    for (uint64_t i = 0; i < length_; i++) {
      const Arrow& arrow = arrows_[round_[i]];
      add_stretch(arrow.choice, 1);
      add_stretch({arrow.choice.thread, 0}, arrow.extra);
    }
    found({begin, &stretches_[0], stretch_count_});
    return true;
  }

  const State last_;
  Array<uint64_t> first_;  // by state: its first arrow; that of the next state is the end
  Array<Arrow> arrows_;
  Array<uint32_t> part_;  // by state: its component, 0 for none
  Array<uint32_t> index_, low_, next_;
  Array<State> stack_;
  Array<Visit> path_;
  Array<Component> components_;
  Array<uint64_t> round_;  // arrows
  Array<Stretch> stretches_;
  uint64_t depth_ = 0, length_ = 0, stretch_count_ = 0;
  uint32_t count_ = 0, parts_ = 0;
};

}  // namespace

void find_fair_cycles(void (*found)(const FairCycle& cycle)) {
  if (!has_all_steps()) return;
  GraphExtent extent;
  for_each_step(extend, &extent);
  if (!extent.fits) return;
  Graph graph(extent);
  graph.find_cycles(found);
}

}  // namespace omc
