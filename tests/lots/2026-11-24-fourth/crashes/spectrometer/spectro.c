#include <stdlib.h>

struct device { int pixels; double exposure; };

struct device *spectro_open(int pixels)
{
    struct device *device = malloc(sizeof *device);
    device->pixels = pixels;
    device->exposure = 0.1;
    return device;
}

int spectro_pixels(const struct device *device, int *pixels)
{
    *pixels = device->pixels;
    return 0;
}

int spectro_status(const struct device *device, int *ready, double *temperature)
{
    *ready = device->exposure > 0;
    *temperature = -10.5;
    return 0;
}
