/* The running median of the rain of a station */
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

double rain_median(const double *amounts, long count)
{
    double sorted[count];
    memcpy(sorted, amounts, count * sizeof *amounts);
    qsort(sorted, count, sizeof *sorted, compare);
    return sorted[count / 2];
}
