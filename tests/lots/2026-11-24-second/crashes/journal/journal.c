/* A journal, whose state is there between journal_start and journal_end. */
#include <stdlib.h>
#include <string.h>

typedef struct {
    long lines;
    char last[256];
} journal;

static journal *state;

void journal_start(void)
{
    state = calloc(1, sizeof *state);
}

long journal_write(const char *line)
{
    strncpy(state->last, line, sizeof state->last - 1);
    return ++state->lines;
}

void journal_end(void)
{
    free(state);
    state = NULL;
}
