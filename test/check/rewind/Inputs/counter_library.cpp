// A library with a variable of each kind, to be loaded while threads run.
#include <string>

static int calls = 10;
static thread_local int calls_here = 20;
static thread_local std::string text = "a";

extern "C" int next_number() {
  text += "b";
  return calls++ * 10000 + calls_here++ * 100 + static_cast<int>(text.size());
}
