#include <stdlib.h>
#include <string.h>

struct sketch {
    int number, room;
    double *points;
};

struct sketch *sketch_new(void)
{
    struct sketch *s = calloc(1, sizeof *s);
    s->room = 16;
    s->points = malloc(2 * s->room * sizeof(double));
    return s;
}

int sketch_add(struct sketch *s, double x, double y)
{
    if (s->number == s->room) {
        s->room *= 2;
        s->points = realloc(s->points, 2 * s->room * sizeof(double));
    }
    s->points[2 * s->number] = x;
    s->points[2 * s->number + 1] = y;
    return ++s->number;
}

void sketch_scale(struct sketch *s, double factor)
{
    for (int i = 0; i < 2 * s->number; i++)
        s->points[i] *= factor;
}

double sketch_width(struct sketch *s)
{
    double least = 0, most = 0;
    for (int i = 0; i < s->number; i++) {
        if (s->points[2 * i] < least)
            least = s->points[2 * i];
        if (s->points[2 * i] > most)
            most = s->points[2 * i];
    }
    return most - least;
}

void sketch_free(struct sketch *s)
{
    free(s->points);
    free(s);
}
