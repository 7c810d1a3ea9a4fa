/* Samples a picture for a mosaic: the mean of each stone. */
#include <stddef.h>
#include <stdint.h>

struct picture {
    int width, height;
    const uint8_t *pixels;
};

static double mean(const struct picture *p, int x, int y, int w, int h)
{
    long sum = 0, count = 0;
    for (int j = y; j < y + h && j < p->height; j++)
        for (int i = x; i < x + w && i < p->width; i++, count++)
            sum += p->pixels[(size_t)j * p->width + i];
    return count ? (double)sum / count : 0.0;
}

int mosaic_sample(const struct picture *p, int columns, int rows, double *stones, int room)
{
    int dx = p->width / columns, dy = p->height / rows, used = 0;
    for (int y = 0; y < p->height; y += dy)
        for (int x = 0; x + dx <= p->width; x += dx)
            if (used < room)
                stones[used++] = mean(p, x, y, dx, dy);
    return used;
}
