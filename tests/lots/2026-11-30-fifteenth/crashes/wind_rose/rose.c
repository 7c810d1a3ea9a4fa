void rose_add(const double *degrees, const double *speeds, long number, double *sectors, long width)
{
    for (long i = 0; i < number; i++) {
        int sector = (int)(degrees[i] * 36.0 / 360.0);
        long speed = (long)speeds[i];
        sectors[sector * width + (speed < width ? speed : width - 1)] += 1.0;
    }
}
