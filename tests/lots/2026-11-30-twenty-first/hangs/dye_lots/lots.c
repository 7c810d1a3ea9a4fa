/* A table of lots by number: open addressing, a power of two of places. */
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint32_t number;
    int32_t litres;
} slot_t;

typedef struct {
    slot_t *slots;
    uint32_t mask;
    uint32_t used;
} lots_t;

lots_t *lots_new(uint32_t places)
{
    lots_t *lots = malloc(sizeof *lots);
    lots->slots = calloc(places, sizeof(slot_t));
    lots->mask = places - 1;
    lots->used = 0;
    return lots;
}

static uint32_t mix(uint32_t number)
{
    number ^= number >> 16;
    number *= 0x45d9f3bu;
    return number ^ (number >> 16);
}

static slot_t *place(lots_t *lots, uint32_t number)
{
    uint32_t at = mix(number) & lots->mask;
    while (lots->slots[at].number && lots->slots[at].number != number)
        at = (at + 1) & lots->mask;
    return &lots->slots[at];
}

int lots_add(lots_t *lots, uint32_t number, int32_t litres)
{
    slot_t *slot = place(lots, number);
    if (!slot->number) {
        slot->number = number;
        lots->used++;
    }
    slot->litres += litres;
    return slot->litres;
}

int lots_litres(lots_t *lots, uint32_t number)
{
    slot_t *slot = place(lots, number);
    return slot->number ? slot->litres : -1;
}

uint32_t lots_used(lots_t *lots)
{
    return lots->used;
}

void lots_free(lots_t *lots)
{
    free(lots->slots);
    free(lots);
}
