"""compare_sections.py OMC FOLDER [COUNT [FIRST_SEED]]: COUNT random programs with locks of all kinds, most of them without data races.
What omc finds when a critical section is one step must be what it finds when each statement is one: the same outcomes, the
same kinds of bugs, and each bug with a schedule that can be replayed."""
import json
import random
import subprocess
import sys

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include "omc.h"
static int g[4], results[3];
static std::mutex m[2];
static std::recursive_mutex again;
static std::shared_mutex rw;
static std::condition_variable cv;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static std::atomic<int> a[2];
static sem_t sem;
static int waiting, ready;
struct Object { std::mutex m; int n = 0; };
static Object* object;
static sem_t gone;
static std::timed_mutex timed;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int in_plain, in_timed, in_once;
static std::once_flag once;
static std::condition_variable_any any;
static std::promise<int> promise;
static auto future = promise.get_future().share();
struct Last { int n = 0; ~Last() { std::lock_guard<std::mutex> held(m[1]); g[1] += n; } };
static thread_local Last last;
static void make() { in_once = 1; a[1]++; in_once++; }
using Clock = std::chrono::steady_clock;
static const Clock::time_point start = Clock::now();
static int now() { return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count()); }
__attribute__((noinline)) static void bump(int* p) { *p = *p + 1; }
__attribute__((noinline)) static void leave() { pthread_mutex_unlock(&plain); }
"""
# What belongs to a lock: g[0] and g[1] to m[0] and m[1], g[2] to rw, g[3] to `spin` and `again` at once, ready to m[0].
UNDER = {
    "m0": ["g[0]++;", "own += g[0];", "bump(&g[0]);", "assert(g[0] != {n});", "g[0] = own + {n};", "if (g[0] % 2) own++; else g[0] += {n};",
           "ready = 1; cv.notify_one();", "ready++; cv.notify_all();", "ready = 1; any.notify_all();", "if (g[0] > {n}) return;", "cv.notify_one();"],
    "m1": ["g[1]++;", "own += g[1];", "g[1] += own;", "assert(g[1] < {n} + 2);", "for (int i = 0; i < 3; i++) g[1] += i;"],
    "w": ["g[2]++;", "g[2] = own + {n};", "own += g[2];"],
    "r": ["own += g[2];", "assert(g[2] != {n} + 1);"],
    "s": ["g[3]++;", "own += g[3];"],
    "o": ["object->n++;", "own += object->n;", "sem_post(&gone);"],
    "p": ["in_plain += {n};", "own += in_plain;", "if (in_plain > {n}) throw std::runtime_error(\"\");", "{{ static int first = own; in_plain += first; }}"],
    "t": ["in_timed++;", "own += in_timed;"],
}
FREE = ["own += {n};", "a[{b}]++;", "own += a[{b}];", "a[{b}].store(own);", "if (a[{b}].exchange({n}) == {n}) own++;", "sem_post(&sem);",
        "std::this_thread::yield();", "std::printf(\"{n}\");", "own += ++a[0], own += a[1];", "a[{b}].notify_all();", "own += now();",
        "own += omc_choose(2);", "a[{b}].fetch_add({n}, std::memory_order_relaxed);", "own += a[{b}].load(std::memory_order_acquire);",
        "omc_atomic_begin(); a[0]++; a[1]++; omc_atomic_end();", "std::call_once(once, make), own += in_once;", "last.n = {n};"]
RARE = ["sem_wait(&sem);", "pthread_barrier_wait(&barrier);", "g[{k}]++;", "own += g[{k}];", "if (!sem_trywait(&sem)) own++;", "a[{b}].wait(0);",
        "sem_wait(&gone); delete object; object = nullptr;", "std::this_thread::sleep_for(std::chrono::seconds(1));",
        "if (sem_trywait(&gone) == 0) delete object;", "std::exit({n});", "omc_assume(own != {n});", "own += future.get();",
        "try {{ promise.set_value({n}); }} catch (std::future_error&) {{}}", "pthread_exit(nullptr);"]
LOCKS = [
    ("m0", "{{ std::lock_guard<std::mutex> held(m[0]); {inner} }}"), ("m0", "m[0].lock(); {inner} m[0].unlock();"),
    ("m1", "{{ std::lock_guard<std::mutex> held(m[1]); {inner} }}"), ("m1", "m[1].lock(), own++; {inner} m[1].unlock(), own++;"),
    ("m1", "if (m[1].try_lock()) {{ {inner} m[1].unlock(); }} else own++;"),
    ("m0", "{{ std::unique_lock<std::mutex> held(m[0]); {inner} cv.wait(held, [] {{ return ready; }}); {inner2} }}"),
    ("m0", "{{ std::unique_lock<std::mutex> held(m[0]); {inner} if (!cv.wait_for(held, std::chrono::seconds(1), [] {{ return ready; }})) own++; {inner2} }}"),
    ("m0", "{{ std::unique_lock<std::mutex> held(m[0]); {inner} if (cv.wait_for(held, std::chrono::seconds(1)) == std::cv_status::timeout) own += 10; {inner2} }}"),
    ("m0", "{{ std::unique_lock<std::mutex> held(m[0]); {inner} cv.wait(held); {inner2} }}"),
    ("o", "{{ std::lock_guard<std::mutex> held(object->m); {inner} }}"), ("o", "{{ std::mutex& of = object->m; of.lock(); {inner} of.unlock(); }}"),
    ("p", "pthread_mutex_lock(&plain); try {{ {inner} }} catch (std::exception&) {{ own++; }} leave();"),
    ("t", "{{ std::lock_guard<std::timed_mutex> held(timed); {inner} }}"),
    ("m0", "{{ std::unique_lock<std::mutex> held(m[0]); {inner} any.wait(held, [] {{ return ready; }}); {inner2} }}"),
    ("m0", "m[0].lock(); {inner} m[1].lock(); own += g[0]; m[0].unlock(); g[1] += own; m[1].unlock();"),
    ("w", "rw.lock(); {inner} rw.unlock(); rw.lock_shared(); own += g[2]; rw.unlock_shared();"),
    ("t", "if (timed.try_lock_for(std::chrono::seconds(1))) {{ {inner} timed.unlock(); }} else own += 5;"),
    ("m1", "{{ std::thread child; {{ std::lock_guard<std::mutex> held(m[1]); {inner} child = std::thread([&] {{ std::lock_guard<std::mutex> held(m[1]); g[1] += 2; }}); }} child.join(); }}"),
    ("w", "{{ std::unique_lock<std::shared_mutex> held(rw); {inner} }}"), ("r", "{{ std::shared_lock<std::shared_mutex> held(rw); {inner} }}"),
    ("r", "if (rw.try_lock_shared()) {{ {inner} rw.unlock_shared(); }}"),
    ("s", "pthread_spin_lock(&spin); {inner} pthread_spin_unlock(&spin);"),
    ("s", "{{ std::lock_guard<std::recursive_mutex> one(again); {{ std::lock_guard<std::recursive_mutex> two(again); pthread_spin_lock(&spin); {inner} pthread_spin_unlock(&spin); }} }}"),
]

# What two threads do with each other, with statements before and behind: one tells while it holds a lock, the other reacts.
PAIRS = [
    (["{{ std::lock_guard<std::mutex> held(object->m); object->n++; sem_post(&gone); }}",
      "{{ Object* of = object; of->m.lock(); m[1].lock(); g[1] += 5; m[1].unlock(); of->m.unlock(); }}",
      "{{ Object* of = object; of->m.lock(); of->n++; a[0] = 7; of->m.unlock(); }}"],
     ["sem_wait(&gone); delete object;", "{{ m[1].lock(); int seen = g[1]; m[1].unlock(); if (seen >= 5) delete object; }}",
      "if (a[0] == 7) delete object;", "sem_wait(&gone); {{ std::lock_guard<std::mutex> held(object->m); }} delete object;"]),
    (["{{ std::lock_guard<std::mutex> held(m[0]); g[0]++; ready = 1; cv.notify_one(); }}", "{{ std::lock_guard<std::mutex> held(m[0]); g[0]++; }} cv.notify_all();",
      "{{ std::lock_guard<std::mutex> held(m[0]); own += now(); g[0] += own; cv.notify_one(); }}"],
     ["{{ std::unique_lock<std::mutex> held(m[0]); if (cv.wait_for(held, std::chrono::seconds(1)) == std::cv_status::timeout) own += 10; own += g[0]; }}",
      "{{ std::unique_lock<std::mutex> held(m[0]); if (!g[0]) cv.wait(held); own += g[0]; if (own == 1) cv.wait(held); }}",
      "std::this_thread::sleep_for(std::chrono::seconds(1)); own += a[1];"]),
]


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.tries = self.rng.random() < 0.3      # locks that are tried
        self.waits = self.rng.random() < 0.4      # condition variables
        self.rare = 0.15 if self.rng.random() < 0.4 else 0
        self.nested = 0.25 if self.rng.random() < 0.5 else 0

    def plain(self, choices):
        rng = self.rng
        return rng.choice(choices).format(n=rng.randint(1, 3), b=rng.randrange(2), k=rng.randrange(4))

    def section(self, depth):
        while True:
            lock, form = self.rng.choice(LOCKS)
            if ("try_" in form and not self.tries) or ("std::thread" in form and (depth or self.rng.random() < 0.5)) or (("cv." in form or "any." in form) and (depth or not self.waits)):
                continue
            return form.format(inner=self.inside(lock, depth), inner2=self.inside(lock, depth))

    def inside(self, lock, depth):
        out = [self.plain(UNDER[lock]) for _ in range(self.rng.randint(1, 2))]
        if self.rng.random() < 0.2:
            out.append(self.plain(FREE))
        if not depth and self.rng.random() < self.nested:
            out.append(self.section(1))
        self.rng.shuffle(out)
        return "\n    ".join(out)

    def body(self, length):
        out = []
        for _ in range(length):
            kind = self.rng.random()
            out.append(self.plain(RARE) if kind < self.rare else self.plain(FREE) if kind < 0.4 else self.section(0))
        return "\n  ".join(out)


    def pair(self):
        before, behind = self.body(1), self.body(1)
        return [f"{before}\n  {self.plain(choices)}\n  {behind}" for choices in self.rng.choice(PAIRS)]


def program(seed):
    maker = Maker(seed)
    threads = maker.rng.choice([2, 2, 2, 3])
    out = [HEAD]
    bodies = [maker.body(maker.rng.randint(1, 3) if threads == 2 else maker.rng.randint(1, 2)) for _ in range(threads)]
    if maker.rng.random() < 0.4:
        bodies[:2] = maker.pair()
    for t, body in enumerate(bodies):
        out.append(f"static void thread{t}() {{\n  int own = 0;\n  {body}\n"
                   f"  results[{t}] = own;\n}}\n")
    out.append("int main() {\n  sem_init(&sem, 0, 1);\n  pthread_spin_init(&spin, 0);\n  pthread_barrier_init(&barrier, nullptr, 2);\n"
               "  sem_init(&gone, 0, 0);\n  object = new Object;\n")
    out += [f"  std::thread t{t}(thread{t});\n" for t in range(threads)]
    out += [f"  t{t}.join();\n" for t in range(threads)]
    out.append('  std::printf(" %d %d %d %d %d %d %d %d %d\\n", g[0], g[1], g[2], g[3], results[0], results[1], results[2], a[0].load(), a[1].load());\n}\n')
    return "".join(out)


def check(omc, options, name):
    done = subprocess.run([omc, "check", "-o", "-", "--progress", "none", "--json", "-", "--time", "40s", *options, name],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{name}: exit code {done.returncode}: {done.stderr}")
    return done.returncode, json.loads(done.stdout)


def bad_replay(omc, run, name, more):
    more = [option for option in more if "spurious" in option]
    for bug in run["bugs"]:
        again = subprocess.run([omc, "replay", *more, "-s", bug["schedule"], name], capture_output=True, text=True, check=False)
        if bug["kind"] == "data-race" and "freed memory" in again.stdout:  # told as what it leads to
            continue
        if bug["kind"] not in again.stdout.lower().replace("data race", "data-race").replace("assertion", "assert"):
            return f"{bug['kind']} is not in the replay of {bug['schedule']}"
    is_racy = any(bug["kind"] in ("data-race", "memory") for bug in run["bugs"])  # and most schedules show it
    for outcome in run["outcomes"][:0 if is_racy else 8]:
        again = subprocess.run([omc, "replay", *more, "-s", outcome["schedule"], name], capture_output=True, text=True, check=False)
        if run["bugs"] and " error: " in again.stdout:  # a bug is on the way there, which is told instead
            continue
        if f"the program ended with exit code {outcome['exit']}" not in again.stdout or outcome["stdout"] not in again.stdout:
            return f"{outcome} does not show again: {again.stdout[-300:]} {again.stderr}"
    return None


def results(run):
    return sorted((o["exit"], o["stdout"]) for o in run["outcomes"]), sorted({bug["kind"] for bug in run["bugs"]})


def difference(omc, name, more, states):
    whole_code, whole = check(omc, ["--all", "--every-statement", *more], name)
    _, quick = check(omc, ["--all", *more], name)
    first_code, first = check(omc, more, name)
    if first_code == 3 or not whole["complete"] or not quick["complete"]:
        return None
    if bad := bad_replay(omc, quick, name, more) or bad_replay(omc, first, name, more):
        return bad
    outcomes, kinds = results(quick)
    # Within a bound on preemptions, races of statements that are passed may be told that would need one more.
    bound = any("preemptions" in option for option in more)
    if results(whole)[0] != outcomes or (not set(results(whole)[1]) <= set(kinds) if bound else results(whole)[1] != kinds):
        return f"{results(whole)}\nand with whole sections: {results(quick)}"
    if whole_code != first_code and not (bound and first_code == 1):
        return f"exit code {whole_code}, and {first_code} with whole sections and the first bug only"
    states[0] += whole["stats"]["states"]
    states[1] += quick["stats"]["states"]
    return ""


def main():
    omc, folder, *rest = sys.argv[1:]
    count, seed = (list(map(int, rest)) + [12, 1][len(rest):])[:2]
    wrong, compared, states = 0, 0, [0, 0]
    for seed in range(seed, seed + count):
        name = f"{folder}/sections{seed}"
        text = program(seed)
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(text)
        level = ["-O0", "-O1", "-O2"][seed % 3]
        subprocess.run([omc, "cc", "clang++-19", "-std=c++20", level, "-g", "-pthread", name + ".cpp", "-o", name], check=True)
        more = [["-j", "1"], ["-j", "3"], ["-j", "1"], ["--engine", "fork"]][seed % 4]
        more = more + ["--spurious=1"] if "cv.wait" in text and seed % 5 < 2 else more
        more = more + ["--max-preemptions=1"] if seed % 7 == 3 else more
        found = difference(omc, name, more, states)
        compared += found is not None
        if found:
            print(f"seed {seed} {level} {' '.join(more)}: {found}", file=sys.stderr)
            wrong += 1
    print(f"{compared} programs, {wrong} differences; {states[0]} states when each statement is a step, {states[1]} else")
    sys.exit(bool(wrong))


main()
