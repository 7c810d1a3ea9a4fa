#include <stdlib.h>
float *grid_new(int width, int height)
{
    float *cells = malloc((int)(width * height * (int)sizeof(float)));
    for (long y = 0; y < height; y++)
        for (long x = 0; x < width; x++)
            cells[y * width + x] = 20;
    return cells;
}
