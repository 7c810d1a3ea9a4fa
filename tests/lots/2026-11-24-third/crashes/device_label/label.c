#include <stdlib.h>
#include <string.h>

struct device {
    int number;
    char label[16];
    double volts;
};

struct device *device_new(int number)
{
    struct device *device = calloc(1, sizeof *device);
    device->number = number;
    return device;
}

void device_label(struct device *device, const char *label)
{
    strcpy(device->label, label);
}

void device_free(struct device *device)
{
    free(device);
}
