/* Rooms of a hotel: who asks has a lock for reading, who books one for writing */
#include <pthread.h>
#include <stdlib.h>

struct hotel {
    pthread_rwlock_t lock;
    int count;
    int free;
    char *taken;
};

struct hotel *hotel_new(int count)
{
    struct hotel *hotel = calloc(1, sizeof *hotel);
    pthread_rwlock_init(&hotel->lock, NULL);
    hotel->count = hotel->free = count;
    hotel->taken = calloc(count, 1);
    return hotel;
}

int hotel_free(struct hotel *hotel)
{
    pthread_rwlock_rdlock(&hotel->lock);
    int found = hotel->free;
    pthread_rwlock_unlock(&hotel->lock);
    return found;
}

static void take(struct hotel *hotel, int room)
{
    pthread_rwlock_wrlock(&hotel->lock);
    hotel->taken[room] = 1;
    hotel->free--;
    pthread_rwlock_unlock(&hotel->lock);
}

int hotel_book(struct hotel *hotel)
{
    int room = -1;
    pthread_rwlock_rdlock(&hotel->lock);
    for (int i = 0; i < hotel->count && room < 0; i++)
        if (!hotel->taken[i]) {
            room = i;
            take(hotel, room);
        }
    pthread_rwlock_unlock(&hotel->lock);
    return room;
}

void hotel_clear(struct hotel *hotel)
{
    pthread_rwlock_wrlock(&hotel->lock);
    for (int i = 0; i < hotel->count; i++)
        hotel->taken[i] = 0;
    hotel->free = hotel->count;
    pthread_rwlock_unlock(&hotel->lock);
}
