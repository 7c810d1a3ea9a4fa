// How often does a point of the plane go round before it leaves? Summed up over a field of points.
#include <nanobind/nanobind.h>

#include <complex>

namespace nb = nanobind;

static long long visits(double x0, double y0, double side, int points, int limit)
{
    long long sum = 0;
    for (int row = 0; row < points; row++)
        for (int column = 0; column < points; column++) {
            double cx = x0 + side * column / points, cy = y0 + side * row / points, x = 0, y = 0;
            int n = 0;
            while (n < limit && x * x + y * y < 4) {
                double next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                n++;
            }
            sum += n;
        }
    return sum;
}

NB_MODULE(fractal, m)
{
    m.def("visits", &visits, nb::call_guard<nb::gil_scoped_release>());
}
