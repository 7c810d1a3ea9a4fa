#include <stdlib.h>

struct room {
    float *delay;
    size_t length;
};

struct room *room_new(size_t length)
{
    struct room *room = malloc(sizeof *room);
    room->delay = calloc(length, sizeof(float));
    room->length = length;
    return room;
}

void room_play(struct room *room, float *samples, size_t count, float strength)
{
    for (size_t i = 0; i < count; i++) {
        float *slot = &room->delay[i % room->length];
        samples[i] += strength * *slot;
        *slot = samples[i];
    }
}
