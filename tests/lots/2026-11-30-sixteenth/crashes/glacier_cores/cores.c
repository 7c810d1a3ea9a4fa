#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct header {
    char mark[4];
    uint32_t layers;
    uint64_t reserved;
};

struct layer {
    double depth, ice, dust, oxygen;
};

struct core {
    struct header *header;
    struct layer *layers;
    size_t size;
};

struct core *core_open(const char *path)
{
    struct header header;
    int file = open(path, O_RDONLY);
    if (file < 0 || read(file, &header, sizeof header) != sizeof header)
        return NULL;
    struct core *core = malloc(sizeof *core);
    core->size = sizeof header + header.layers * sizeof(struct layer);
    core->header = mmap(NULL, core->size, PROT_READ, MAP_SHARED, file, 0);
    core->layers = (struct layer *)(core->header + 1);
    close(file);
    return core;
}

uint32_t core_layers(struct core *core)
{
    return core->header->layers;
}

double core_dust(struct core *core, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t i = from; i < to; i++)
        sum += core->layers[i].dust;
    return sum / (to - from);
}

void core_close(struct core *core)
{
    munmap(core->header, core->size);
    free(core);
}
