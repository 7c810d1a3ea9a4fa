#include <queue>
static std::queue<int> waiting;
extern "C" void slot_put(int bell) { waiting.push(bell); }
extern "C" int slot_take() { int bell = waiting.front(); waiting.pop(); return bell; }
