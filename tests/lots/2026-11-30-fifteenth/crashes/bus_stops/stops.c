#include <stdlib.h>
#include <string.h>

typedef struct Stop {
    char name[24];
    int minutes;
    struct Stop *next;
} Stop;

typedef struct {
    Stop *first, *last;
} Line;

Line *line_new(void) { return calloc(1, sizeof(Line)); }

void line_add(Line *line, const char *name, int minutes)
{
    Stop *stop = malloc(sizeof *stop);
    strncpy(stop->name, name, sizeof stop->name - 1);
    stop->name[sizeof stop->name - 1] = 0;
    stop->minutes = minutes;
    if (line->last)
        line->last->next = stop;
    else
        line->first = stop;
    line->last = stop;
}

int line_minutes(const Line *line)
{
    int sum = 0;
    for (const Stop *stop = line->first; stop; stop = stop->next)
        sum += stop->minutes;
    return sum;
}

/* Notices for the display: copied, shown, and thrown away. */
int notice_show(const char *text)
{
    char *copy = malloc(sizeof(Stop));
    memset(copy, ' ', sizeof(Stop));
    strncpy(copy, text, sizeof(Stop));
    int letters = 0;
    for (size_t i = 0; i < sizeof(Stop); i++)
        letters += copy[i] != ' ' && copy[i] != 0;
    free(copy);
    return letters;
}
