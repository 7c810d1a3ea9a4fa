// Readings of rain gauges, in the order in which they come
#include <vector>

struct Reading {
    int gauge;
    double millimetres;
};

static std::vector<Reading> readings;

extern "C" {

void reading_add(int gauge, double millimetres)
{
    readings.push_back({gauge, millimetres});
    if (readings.size() > 5000)
        readings = std::vector<Reading>(readings.end() - 100, readings.end());
}

double reading_sum(int gauge)
{
    double sum = 0;
    for (const Reading &reading : readings)
        if (reading.gauge == gauge)
            sum += reading.millimetres;
    return sum;
}
}
