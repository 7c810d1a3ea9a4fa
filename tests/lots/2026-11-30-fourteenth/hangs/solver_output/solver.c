#include <stdio.h>
#include <math.h>

/* x with x * x = a, by halving; tells of each step when verbose */
double solve_root(double a, double tolerance, int verbose)
{
    double low = 0, high = a > 1 ? a : 1;
    int step = 0;
    while (high - low > tolerance && step < 4000) {
        double middle = (low + high) / 2;
        if (verbose) {
            printf("step %4d  low %.17g  high %.17g\n", step, low, high);
            fflush(stdout);
        }
        if (middle * middle < a)
            low = middle;
        else
            high = middle;
        step++;
    }
    return (low + high) / 2;
}

double solve_all(const double *numbers, int count, double tolerance, int verbose)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += solve_root(numbers[i], tolerance, verbose);
    if (verbose) {
        printf("sum %.6f\n", sum);
        fflush(stdout);
    }
    return sum;
}
