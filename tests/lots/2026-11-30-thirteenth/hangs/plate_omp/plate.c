#include <math.h>
#include <omp.h>

/* Heat in a plate: each thread has a block of rows, and all go from sweep to sweep together. */

int plate_run(double *now, double *next, int rows, int columns, int sweeps, double enough)
{
    int done = 0;
#pragma omp parallel num_threads(3)
    {
        int number = omp_get_thread_num(), threads = omp_get_num_threads();
        int first = 1 + (rows - 2) * number / threads;
        int last = 1 + (rows - 2) * (number + 1) / threads;
        double *from = now, *to = next;
        int sweep;
        for (sweep = 0; sweep < sweeps; sweep++) {
            double most = 0.0;
            for (int row = first; row < last; row++)
                for (int column = 1; column < columns - 1; column++) {
                    int at = row * columns + column;
                    to[at] = 0.25 * (from[at - 1] + from[at + 1] + from[at - columns] +
                                     from[at + columns]);
                    most = fmax(most, fabs(to[at] - from[at]));
                }
            if (most < enough)
                break;
#pragma omp barrier
            double *other = from;
            from = to;
            to = other;
        }
#pragma omp barrier
#pragma omp critical
        if (sweep > done)
            done = sweep;
    }
    return done;
}
