#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    uint32_t magic, number, size, reserved;
} Head;

typedef struct {
    Head head;
    const uint8_t *data;
} Tiles;

Tiles *tiles_open(const char *path)
{
    int file = open(path, O_RDONLY);
    Tiles *tiles = calloc(1, sizeof *tiles);
    if (file < 0 || read(file, &tiles->head, sizeof(Head)) != sizeof(Head) || tiles->head.magic != 0x54494c45) {
        free(tiles);
        return NULL;
    }
    size_t length = sizeof(Head) + (size_t)tiles->head.number * tiles->head.size;
    tiles->data = mmap(NULL, length, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return tiles;
}

unsigned tiles_number(const Tiles *tiles) { return tiles->head.number; }

unsigned tiles_checksum(const Tiles *tiles, unsigned index)
{
    const uint8_t *tile = tiles->data + sizeof(Head) + (size_t)index * tiles->head.size;
    unsigned sum = 0;
    for (unsigned i = 0; i < tiles->head.size; i++)
        sum = sum * 17 + tile[i];
    return sum;
}
