/* Sums of windows of a series. */
double window_sum(const double *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += values[i];
    return sum;
}
