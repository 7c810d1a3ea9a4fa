/* Packets with a head, in blocks from the heap. */
#include <stdlib.h>
#include <string.h>

typedef struct {
    int length;
    char data[];
} packet;

packet *packet_new(int length)
{
    packet *made = malloc(sizeof(packet) + length);
    made->length = length;
    return made;
}

void packet_fill(packet *packet, int value)
{
    memset(packet->data, value, packet->length);
}

/* Adds a sum of four bytes behind the data. */
void packet_seal(packet *packet, int copies)
{
    int sum = 0;
    for (int i = 0; i < packet->length; i++)
        sum += packet->data[i];
    for (int i = 0; i < copies; i++)
        memcpy(packet->data + packet->length + 4 * i, &sum, 4);
}

void packet_free(packet *packet)
{
    free(packet);
}
