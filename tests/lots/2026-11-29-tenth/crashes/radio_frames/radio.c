#include <stdlib.h>

struct radio { unsigned char *store; size_t used, size; };

struct radio *radio_open(size_t size)
{
    struct radio *radio = calloc(1, sizeof *radio);
    radio->store = calloc(1, size);
    radio->size = size;
    return radio;
}

/* Bytes of the next frame, or -1 where the air is silent. */
int radio_listen(struct radio *radio, int second)
{
    return second % 7 == 6 ? -1 : 20 + second;
}

void radio_keep(struct radio *radio, const unsigned char *frame, size_t length)
{
    if (radio->used >= radio->size - 64)
        radio->used = 0;
    unsigned char *to = radio->store + radio->used;
    for (size_t n = 0; n < length; n++)
        to[n] = frame[n] ^ 0x5a; /* the air scrambles */
    radio->used += length;
}
