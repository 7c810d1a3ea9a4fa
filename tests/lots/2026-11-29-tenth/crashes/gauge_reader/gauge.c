#include <stdlib.h>
#include <unistd.h>

struct gauge { double *history; long count, size; };

struct gauge *gauge_open(long size)
{
    struct gauge *gauge = calloc(1, sizeof *gauge);
    gauge->history = calloc(size, sizeof(double));
    gauge->size = size;
    return gauge;
}

/* Measure for a while, ten times a second. */
double gauge_measure(struct gauge *gauge, int times)
{
    double *history = gauge->history;
    double sum = 0;
    for (int n = 0; n < times; n++) {
        usleep(100000);
        history[n % 1000] = 4.0 + n;
        sum += history[n % 1000];
    }
    return sum / times;
}

void gauge_close(struct gauge *gauge)
{
    free(gauge->history);
    free(gauge);
}
