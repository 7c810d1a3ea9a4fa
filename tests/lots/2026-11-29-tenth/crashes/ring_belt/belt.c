#include <assert.h>
#include <stdlib.h>

#define PLACES 8

struct belt { int parcels[PLACES]; int first, count; };

struct belt *belt_new(void) { return calloc(1, sizeof(struct belt)); }

void belt_put(struct belt *belt, int parcel)
{
    assert(belt->count < PLACES);
    belt->parcels[(belt->first + belt->count++) % PLACES] = parcel;
}

int belt_take(struct belt *belt)
{
    assert(belt->count > 0);
    int parcel = belt->parcels[belt->first];
    belt->first = (belt->first + 1) % PLACES;
    belt->count--;
    return parcel;
}
