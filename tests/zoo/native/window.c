/* Sums what it keeps in a window of its own; the number of values is not looked at. */

double total(long count)
{
    volatile double window[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += window[i];
    return sum;
}
