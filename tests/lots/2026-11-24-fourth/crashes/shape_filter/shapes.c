#include <stddef.h>

struct shape { int corners; double area; };

typedef struct shape *(*shape_choice)(int number, void *data);

/* The total area of the shapes that are chosen, one for each number. */
double shapes_total(int count, shape_choice choose, void *data)
{
    double total = 0;
    for (int number = 0; number < count; number++)
        total += choose(number, data)->area;
    return total;
}
