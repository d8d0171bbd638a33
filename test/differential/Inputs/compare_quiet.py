"""compare_quiet.py OMC FOLDER [COUNT [FIRST_SEED]]: COUNT random programs in which most statements concern one thread alone. What omc
finds when it passes those must be what it finds when each statement is a step: the same outcomes, the same kinds
of bugs, and each bug with a schedule that can be replayed."""
import json
import random
import subprocess
import sys

HEAD = """#include <semaphore.h>
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>
static int g[3], results[3];
static std::mutex m[2];
static std::atomic<int> a[2];
static sem_t sem;
static thread_local int local_;
__attribute__((noinline)) static void bump(int* p) { *p = *p + 1; }
__attribute__((noinline)) int twice(const int* p) { return *p * 2; }
static void (*volatile indirect)(int*) = bump;
static int work(int n) {
  int all = 0;
  for (int i = 0; i < n; i++)
    all += i;
  return all;
}
struct Guarded {
  explicit Guarded(std::mutex& mutex) : held(mutex) { local_++; }
  ~Guarded() { local_--; }
  std::lock_guard<std::mutex> held;
};
"""
QUIET = ["own[{i}] += {n};", "own[{i}] = work({n});", "bump(&own[{i}]);", "indirect(&own[{i}]);", "own[{i}] += twice(&own[{j}]);",
         "local_ += {n};", "for (int i = 0; i < 3; i++) own[i] ^= {n};", "{{ std::vector<int> v({n}); v.push_back({n}); own[{i}] += v[{n}]; }}",
         "if (own[{i}] % 2) own[{j}]++; else own[{j}] = {n};", "int* block{u} = new int({n}); bump(block{u}); own[{i}] += *block{u}; delete block{u};",
         "own[{i}] += std::abs(own[{j}]);"]
SEEN = ["g[{k}] = {n};", "g[{k}]++;", "own[{i}] += g[{k}];", "bump(&g[{k}]);", "own[{i}] += twice(&g[{k}]);", "indirect(&g[{k}]);",
        "a[{b}]++;", "own[{i}] += a[{b}];", "*captured += {n};", "a[{b}].store(own[{i}] + {n});", "sem_post(&sem);", "sem_wait(&sem);",
        "if (a[{b}].exchange({n}) == {n}) own[{i}]++;", "assert(g[{k}] != {n});", "own[{i}] += ++a[{b}], own[{j}] += g[{k}];"]


def statements(rng, depth=0):
    out = []
    for _ in range(rng.randint(1, 3)):
        fill = dict(i=rng.randrange(3), j=rng.randrange(3), k=rng.randrange(3), b=rng.randrange(2), n=rng.randint(1, 4), u=rng.randrange(10**9))
        kind = rng.random()
        if kind < 0.5:
            out.append(rng.choice(QUIET).format(**fill))
        elif kind < 0.8 or depth:
            out.append(rng.choice(SEEN).format(**fill))
        else:
            inner = statements(rng, 1)
            lock = rng.choice(["{{ Guarded held(m[{b}]); {inner} }}", "m[{b}].lock(); {inner} m[{b}].unlock();",
                               "if (m[{b}].try_lock()) {{ {inner} m[{b}].unlock(); }} else own[{i}]++;",
                               "{{ std::lock_guard<std::mutex> held(m[{b}]); {inner} }}"])
            out.append(lock.format(inner="\n    ".join(inner), **fill))
    return out


def program(seed):
    rng = random.Random(seed)
    out = [HEAD]
    threads = rng.choice([2, 2, 2, 3])
    for t in range(threads):
        body = "\n  ".join(statements(rng) + (statements(rng) if threads == 2 else []))
        out.append(f"static void thread{t}(int* captured) {{\n  int* own = static_cast<int*>(std::calloc(3, sizeof(int)));\n  (void)captured;\n"
                   f"  {body}\n  results[{t}] = own[0] + 10 * own[1] + 100 * own[2] + local_;\n  std::free(own);\n}}\n")
    out.append("int main() {\n  sem_init(&sem, 0, 1);\n  int captured = 0;\n")
    out += [f"  std::thread t{t}(thread{t}, &captured);\n" for t in range(threads)]
    out += [f"  t{t}.join();\n" for t in range(threads)]
    out.append('  std::printf("%d %d %d %d %d %d %d %d %d\\n", g[0], g[1], g[2], results[0], results[1], results[2], captured, a[0].load(), a[1].load());\n}\n')
    return "".join(out)


def found(omc, options, name):
    done = subprocess.run([omc, "check", "--all", "-o", "-", "--progress", "none", "--json", "-", "--time", "60s", *options, name],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        return f"exit code {done.returncode}: {done.stderr}"
    run = json.loads(done.stdout)
    if not run["complete"]:
        return None
    for bug in run["bugs"]:
        counted = options[:2] if "--granularity" in options else []
        again = subprocess.run([omc, "replay", *counted, "-s", bug["schedule"], name], capture_output=True, text=True, check=False)
        if bug["kind"] not in again.stdout.lower().replace("data race", "data-race").replace("assertion", "assert"):
            return f"{bug['kind']} is not in the replay of {bug['schedule']}"
    return (sorted((o["exit"], o["stdout"]) for o in run["outcomes"]), sorted({bug["kind"] for bug in run["bugs"]})), run["stats"]["states"]


def main():
    omc, folder, *rest = sys.argv[1:]
    count, seed = (list(map(int, rest)) + [12, 1][len(rest):])[:2]
    wrong, compared, states = 0, 0, [0, 0]
    for seed in range(seed, seed + count):
        name = f"{folder}/quiet{seed}"
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(program(seed))
        level = ["-O0", "-O1", "-O2"][seed % 3]
        subprocess.run([omc, "cc", "clang++-19", "-std=c++20", level, "-g", "-pthread", name + ".cpp", "-o", name], check=True)
        more = [["-j", "1"], ["-j", "3"], ["--granularity", "access"], ["--engine", "fork"]][seed % 4]
        whole, quick = (found(omc, [*more, *option], name) for option in (["--every-statement"], []))
        if whole is None or quick is None:
            continue
        compared += 1
        if isinstance(whole, str) or isinstance(quick, str) or whole[0] != quick[0]:
            print(f"seed {seed} {level} {' '.join(more)}: {whole}\nand with quiet statements passed: {quick}", file=sys.stderr)
            wrong += 1
        else:
            states = [states[0] + whole[1], states[1] + quick[1]]
    print(f"{compared} programs, {wrong} differences; {states[0]} states when each statement is a step, {states[1]} else")
    sys.exit(bool(wrong))


main()
