#include <stddef.h>
double walk_length(const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n - 1; i++)
        sum += (x[i + 1] - x[i]) * (x[i + 1] - x[i]) + (y[i + 1] - y[i]) * (y[i + 1] - y[i]);
    return sum;
}
