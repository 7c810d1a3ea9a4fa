/* Takes the offset out of the values, in place, and tells the largest one. */
double calib_apply(float *values, long count, double offset)
{
    double largest = -1e30;
    for (long i = 0; i < count; i++) {
        values[i] -= (float)offset;
        if (values[i] > largest)
            largest = values[i];
    }
    return largest;
}
