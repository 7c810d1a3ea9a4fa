/* Weaves patterns in a thread of its own. A forked child has no such thread, so it starts anew. */
#include <pthread.h>
#include <stdlib.h>

struct loom {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    long wanted, woven;
    pthread_t weaver;
};

static struct loom *loom;

static void *weave(void *argument)
{
    struct loom *mine = argument;
    pthread_mutex_lock(&mine->mutex);
    for (;;) {
        while (mine->woven == mine->wanted)
            pthread_cond_wait(&mine->changed, &mine->mutex);
        mine->woven++;
        pthread_cond_broadcast(&mine->changed);
    }
    return 0;
}

static void forget(void)
{
    loom = NULL;
}

int loom_start(void)
{
    static int handlers;
    loom = calloc(1, sizeof *loom);
    pthread_mutex_init(&loom->mutex, 0);
    pthread_cond_init(&loom->changed, 0);
    if (!handlers++)
        pthread_atfork(0, 0, forget);
    return pthread_create(&loom->weaver, 0, weave, loom);
}

/* Weaves so many rows and gives how many there are */
long loom_rows(long rows)
{
    struct loom *mine = loom;
    mine->wanted += rows;
    pthread_mutex_lock(&mine->mutex);
    pthread_cond_broadcast(&mine->changed);
    while (mine->woven < mine->wanted)
        pthread_cond_wait(&mine->changed, &mine->mutex);
    pthread_mutex_unlock(&mine->mutex);
    return mine->woven;
}
