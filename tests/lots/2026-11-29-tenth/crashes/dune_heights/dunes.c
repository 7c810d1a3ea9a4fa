double dunes_mean(const double *heights, long rows, long columns)
{
    double sum = 0;
    for (long n = 0; n < rows * columns; n++)
        sum += heights[n];
    return sum / (rows * columns);
}
