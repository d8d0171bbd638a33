"""A program with 70 data races, each between two statements of its own that write the same, so that states are few."""
print("#include <thread>")
print("int x[70];")
print("int main() {")
print("  std::thread thread([] {")
for i in range(70):
    print(f"    x[{i}] = 1;")
print("  });")
for i in range(70):
    print(f"  x[{i}] = 1;")
print("  thread.join();")
print("}")
