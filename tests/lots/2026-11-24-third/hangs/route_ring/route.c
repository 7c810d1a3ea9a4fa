#include <stdlib.h>

struct stop {
    long number;
    double minutes;
    struct stop *next;
};

struct stop *stop_new(long number, double minutes)
{
    struct stop *stop = calloc(1, sizeof *stop);
    stop->number = number;
    stop->minutes = minutes;
    return stop;
}

void stop_connect(struct stop *from, struct stop *to)
{
    from->next = to;
}

double route_minutes(const struct stop *stop)
{
    double minutes = 0;
    for (; stop; stop = stop->next)
        minutes += stop->minutes;
    return minutes;
}
