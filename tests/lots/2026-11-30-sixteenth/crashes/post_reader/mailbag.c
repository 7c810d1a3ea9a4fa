#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_LETTERS 400
#define LETTER_ROOM 1024

struct bag {
    int page, pages, at;
    char *memory;
};

struct bag *bag_open(int pages)
{
    struct bag *bag = calloc(1, sizeof *bag);
    bag->pages = pages;
    bag->page = -1;
    bag->at = PAGE_LETTERS;
    return bag;
}

static int bag_turn(struct bag *bag)
{
    free(bag->memory);
    bag->memory = NULL;
    if (++bag->page >= bag->pages)
        return 0;
    bag->memory = malloc((size_t)PAGE_LETTERS * LETTER_ROOM);
    for (int i = 0; i < PAGE_LETTERS; i++)
        snprintf(bag->memory + (size_t)i * LETTER_ROOM, LETTER_ROOM, "%05d Long Lane %d", 10000 + bag->page * 7 + i % 90, i);
    bag->at = 0;
    return 1;
}

/* The address is good until the next call. */
const char *bag_next(struct bag *bag)
{
    if (bag->at == PAGE_LETTERS && !bag_turn(bag))
        return NULL;
    return bag->memory + (size_t)bag->at++ * LETTER_ROOM;
}

void bag_close(struct bag *bag)
{
    free(bag->memory);
    free(bag);
}
