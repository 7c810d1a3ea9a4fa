#include <stddef.h>

typedef int (*visit)(void *state, long number);

long walk_range(long from, long to, long step, visit each, void *state) {
    long seen = 0;
    for (long number = from; number < to; number += step)
        if (each(state, number) >= 0) seen++;
    return seen;
}
