#include <math.h>
#include <stdlib.h>

/* Vibrations of a quarry: one row a geophone, one column a sample. */

double quarry_peak(const double *samples, long number)
{
    double peak = 0;
    for (long i = 0; i < number; i++)
        if (fabs(samples[i]) > peak)
            peak = fabs(samples[i]);
    return peak;
}

double quarry_energy(double **rows, long number, long width, double *each)
{
    double all = 0;
    for (long r = 0; r < number; r++) {
        double *row = rows[r];
        double sum = 0;
        for (long i = 0; i < width; i++)
            sum += row[i] * row[i];
        each[r] = sum;
        all += sum;
    }
    return all;
}
