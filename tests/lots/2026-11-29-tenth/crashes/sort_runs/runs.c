__attribute__((noinline)) static void sort(double *times, long low, long high)
{
    if (low >= high)
        return;
    double pivot = times[high];
    long middle = low;
    for (long n = low; n < high; n++)
        if (times[n] < pivot) {
            double t = times[n];
            times[n] = times[middle];
            times[middle++] = t;
        }
    times[high] = times[middle];
    times[middle] = pivot;
    sort(times, low, middle - 1);
    sort(times, middle + 1, high);
}

void runs_sort(double *times, long count)
{
    sort(times, 0, count - 1);
}
