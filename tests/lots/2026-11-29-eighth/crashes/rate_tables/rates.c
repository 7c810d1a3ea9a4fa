/* A table of rates that is loaded anew from time to time */
#include <stdlib.h>

static double *rates;
static long count;

void rates_load(long wanted, double first)
{
    double *fresh = malloc(wanted * sizeof *fresh);
    for (long i = 0; i < wanted; i++)
        fresh[i] = first + i;
    free(rates);
    rates = fresh;
    count = wanted;
}

double rates_sum(long rounds)
{
    double sum = 0;
    const double *table = rates;
    for (long round = 0; round < rounds; round++)
        for (long i = 0; i < count; i++)
            sum += table[i] / (round + 1);
    return sum;
}
