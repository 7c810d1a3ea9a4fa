#include <stdlib.h>

double chart_height(const double *values, const int *order, int count)
{
    double height = 0;
    for (int i = 0; i < count; i++)
        height += values[order[i]];
    return height;
}
