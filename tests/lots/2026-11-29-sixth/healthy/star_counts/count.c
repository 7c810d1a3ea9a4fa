/* Counts, for a long time, the points of a lattice that lie in a circle */
long points_within(long radius)
{
    long found = 0;
    for (long x = -radius; x <= radius; x++)
        for (long y = -radius; y <= radius; y++)
            found += x * x + y * y <= radius * radius;
    return found;
}
