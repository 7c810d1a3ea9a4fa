#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct tile { uint8_t *pixels; int size; };

struct tile *tile_new(int size)
{
    struct tile *tile = malloc(sizeof *tile);
    tile->size = size;
    tile->pixels = malloc(size * size);
    memset(tile->pixels, 7, size * size);
    return tile;
}

struct tile *tile_copy(const struct tile *from)
{
    struct tile *tile = malloc(sizeof *tile);
    *tile = *from;
    return tile;
}

int tile_sum(const struct tile *tile)
{
    int sum = 0;
    for (int i = 0; i < tile->size * tile->size; i++)
        sum += tile->pixels[i];
    return sum;
}

void tile_free(struct tile *tile)
{
    free(tile->pixels);
    free(tile);
}
