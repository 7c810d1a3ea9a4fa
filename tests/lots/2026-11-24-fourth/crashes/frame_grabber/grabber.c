#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct grabber { unsigned char *memory; size_t frame, count, next; };

struct grabber *grabber_open(long width, long height, long count)
{
    struct grabber *g = malloc(sizeof *g);
    g->frame = (width * height + 4095) / 4096 * 4096;
    g->count = count;
    g->next = 0;
    g->memory = mmap(NULL, g->frame * count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return g;
}

unsigned char *grabber_next(struct grabber *g)
{
    unsigned char *frame = g->memory + g->frame * (g->next % g->count);
    memset(frame, (int)(g->next * 40 % 256), g->frame);
    g->next++;
    return frame;
}

void grabber_close(struct grabber *g)
{
    munmap(g->memory, g->frame * g->count);
    free(g);
}
