/* Errands, in a list: the newest first */
#include <stdlib.h>
#include <string.h>

struct errand { struct errand *next; long weight; char text[48]; };

static struct errand *first;

void errand_add(const char *text, long weight)
{
    struct errand *errand = calloc(1, sizeof *errand);
    strncpy(errand->text, text, sizeof errand->text - 1);
    errand->weight = weight;
    errand->next = first;
    first = errand;
}

long errand_take(void)
{
    struct errand *errand = first;
    if (!errand)
        return -1;
    long weight = 0;
    for (int i = 0; i < 20; i++)
        weight += errand->text[i];
    first = errand->next;
    weight += errand->weight;
    memset(errand, 0xdd, sizeof *errand);
    free(errand);
    return weight;
}
