// Puts things in an order that the caller knows.
#include <algorithm>
#include <cstddef>

using Before = int (*)(double, double);

extern "C" void order_by(double *values, std::size_t number, Before before)
{
    std::sort(values, values + number,
              [before](double one, double other) { return before(one, other) != 0; });
}
