long solve(long size)
{
    volatile long sum = 0;
    for (long row = 0; row < size; row++)
        sum += row % 7;
    return sum;
}
