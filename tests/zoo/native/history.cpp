#define _GLIBCXX_ASSERTIONS
#include <vector>

static std::vector<double> kept;

extern "C" void keep(double value) { kept.push_back(value); }

extern "C" double recall(long back) { return kept[kept.size() - back]; }
