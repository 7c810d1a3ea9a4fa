/* The drive of a telescope: turns steps of the motor into time, and tells how far it is. */
#include <stdlib.h>

typedef int (*rate_fn)(int axis, int position);

struct drive {
    int position[2];
    int wanted[2];
    rate_fn rate;
};

struct drive *drive_open(rate_fn rate)
{
    struct drive *d = calloc(1, sizeof *d);
    d->rate = rate;
    return d;
}

void drive_aim(struct drive *d, int axis, int position)
{
    d->wanted[axis] = position;
}

int drive_position(struct drive *d, int axis)
{
    return d->position[axis];
}

/* Milliseconds until the axis is where it should be, at its rate of now. */
int drive_remaining(struct drive *d, int axis)
{
    int steps = abs(d->wanted[axis] - d->position[axis]);
    int rate = d->rate(axis, d->position[axis]);
    return steps * 10 / rate;
}

void drive_tick(struct drive *d, int axis)
{
    int rate = d->rate(axis, d->position[axis]);
    int left = d->wanted[axis] - d->position[axis];
    if (abs(left) <= rate)
        d->position[axis] = d->wanted[axis];
    else
        d->position[axis] += left > 0 ? rate : -rate;
}

void drive_close(struct drive *d)
{
    free(d);
}
