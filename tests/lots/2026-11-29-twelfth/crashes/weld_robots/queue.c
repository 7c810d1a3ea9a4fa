/* A queue of points that a robot has to weld. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct point {
    float x, y;
};

struct queue {
    pthread_mutex_t lock;
    struct point *points;
    int size, begin, used;
};

struct queue *queue_new(int size)
{
    struct queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    q->points = calloc(size, sizeof *q->points);
    q->size = size;
    return q;
}

/* There has to be room: ask queue_room() before. */
void queue_put(struct queue *q, float x, float y)
{
    pthread_mutex_lock(&q->lock);
    assert(q->used < q->size);
    struct point *point = &q->points[(q->begin + q->used++) % q->size];
    point->x = x;
    point->y = y;
    pthread_mutex_unlock(&q->lock);
}

int queue_take(struct queue *q, struct point *point)
{
    pthread_mutex_lock(&q->lock);
    int found = q->used > 0;
    if (found) {
        *point = q->points[q->begin];
        q->begin = (q->begin + 1) % q->size;
        q->used--;
    }
    pthread_mutex_unlock(&q->lock);
    return found;
}

int queue_room(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    int room = q->size - q->used;
    pthread_mutex_unlock(&q->lock);
    return room;
}
