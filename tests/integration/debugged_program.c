/* What debugged_program.py calls through ctypes: its lines are named in test_debug.py. */
#include <unistd.h>

typedef struct {
    int rows;
    double cells[4];
} Grid;

static double weigh(const Grid *grid, int row)
{
    double sum = 0;
    for (int i = 0; i < grid->rows; i++)
        sum += grid->cells[i] * row;
    return sum;
}

double total(int row)
{
    Grid grid = {4, {1, 2, 3, 4}};
    double found = weigh(&grid, row);
    return found;
}

int apply(int (*callable)(int), int value)
{
    int found = callable(value);
    return found;
}

int wait_for(int milliseconds)
{
    for (int i = 0; i < milliseconds; i++)
        usleep(1000);
    return milliseconds;
}

void poke(char *place)
{
    *place = 1;
}
