// Tables for a planetarium. They are made when they are first asked for.
#include <cmath>
#include <future>
#include <mutex>
#include <vector>

static std::once_flag made;
static std::vector<double> table;

extern "C" double brightness(int step);

static double corrected(int step)
{
    double plain = std::exp(-step * 0.01);
    return step % 90 == 89 ? plain * brightness(0) : plain;
}

static void make()
{
    table.reserve(1000);
    std::vector<std::future<double>> steps;
    for (int i = 0; i < 180; i++)
        table.push_back(std::async(std::launch::async, corrected, i).get());
}

extern "C" double brightness(int step)
{
    std::call_once(made, make);
    return table[step % table.size()];
}
