#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*on_frame)(void *user, const unsigned char *frame, int size);

struct relay {
    on_frame call;
    void *user;
    pthread_t thread;
    volatile int stopped;
    int rate;
};

struct relay *relay_new(int rate)
{
    struct relay *r = calloc(1, sizeof *r);
    r->rate = rate;
    return r;
}

void relay_subscribe(struct relay *r, on_frame call, void *user)
{
    r->call = call;
    r->user = user;
}

static void *relay_loop(void *argument)
{
    struct relay *r = argument;
    unsigned char frame[64];
    for (int number = 0; !r->stopped; number++) {
        usleep(1000000 / r->rate);
        memset(frame, number, sizeof frame);
        if (r->call)
            r->call(r->user, frame, sizeof frame);
    }
    return NULL;
}

int relay_start(struct relay *r)
{
    return pthread_create(&r->thread, NULL, relay_loop, r);
}

void relay_stop(struct relay *r)
{
    r->stopped = 1;
    pthread_join(r->thread, NULL);
    free(r);
}
