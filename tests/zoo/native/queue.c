#undef NDEBUG
#include <assert.h>

struct queue { int used; int items[16]; };
static struct queue the_queue;

void put(int item) {
    struct queue *queue = &the_queue;
    assert(queue->used < 16);
    queue->items[queue->used++] = item;
}

int take(void) {
    struct queue *queue = &the_queue;
    assert(queue->used > 0);
    return queue->items[--queue->used];
}
