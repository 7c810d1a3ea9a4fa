/* Puts values into classes of equal width. */

struct scale {
    int least, most, classes;
};

static int width_of(const struct scale *scale)
{
    return (scale->most - scale->least) / scale->classes;
}

int class_of(const struct scale *scale, int value)
{
    if (value < scale->least)
        return 0;
    if (value >= scale->most)
        return scale->classes - 1;
    return (value - scale->least) / width_of(scale);
}

void count_classes(const struct scale *scale, const int *values, int number, int *counts)
{
    for (int i = 0; i < number; i++)
        counts[class_of(scale, values[i])]++;
}
