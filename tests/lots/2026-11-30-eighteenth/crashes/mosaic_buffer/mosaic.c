#include "frame.h"

/* Puts one tile behind the others. */
int frame_add(struct frame *frame, int colour, long tile) {
    long at = frame->used;
    if (at + tile > frame->size)
        return 0;
    for (long i = 0; i < tile; i++)
        frame->pixels[at + i] = (unsigned char)(colour + i % 3);
    frame->used = at + tile;
    return 1;
}

long frame_sum(const struct frame *frame) {
    long sum = 0;
    for (long i = 0; i < frame->used; i++)
        sum += frame->pixels[i];
    return sum;
}
