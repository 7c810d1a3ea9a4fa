/* Bells and their chimes, in a ring */
#include <stdlib.h>
#include <string.h>

struct bell {
    struct bell *next;
    char name[24];
    int strokes;
};

static struct bell *tower;

void bell_hang(const char *name)
{
    struct bell *bell = calloc(1, sizeof *bell);
    strncpy(bell->name, name, sizeof bell->name - 1);
    bell->next = tower;
    tower = bell;
}

int bell_strike(const char *name, int times)
{
    struct bell *bell = tower;
    while (strcmp(bell->name, name) != 0)
        bell = bell->next;
    bell->strokes += times;
    return bell->strokes;
}
