#include <sys/select.h>
#include <stddef.h>

/* How many of these can be read from at once? */
int watch_ready(const int *descriptors, int count, int milliseconds)
{
    fd_set set;
    int highest = 0;
    struct timeval wait = {milliseconds / 1000, milliseconds % 1000 * 1000};
    FD_ZERO(&set);
    for (int i = 0; i < count; i++) {
        FD_SET(descriptors[i], &set);
        if (descriptors[i] > highest)
            highest = descriptors[i];
    }
    return select(highest + 1, &set, NULL, NULL, &wait);
}
