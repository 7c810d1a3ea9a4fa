/* Scratch pads: each thread has one, which goes with the thread */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pad { long used; char text[4000]; };

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void throw_away(void *pad)
{
    free(pad);
}

static void make_key(void)
{
    pthread_key_create(&key, throw_away);
}

static struct pad *mine(void)
{
    pthread_once(&once, make_key);
    struct pad *pad = pthread_getspecific(key);
    if (!pad) {
        pad = calloc(1, sizeof *pad);
        pthread_setspecific(key, pad);
    }
    return pad;
}

long pad_note(const char *text)
{
    struct pad *pad = mine();
    size_t length = strlen(text);
    if (pad->used + length + 1 < sizeof pad->text) {
        memcpy(pad->text + pad->used, text, length);
        pad->used += length;
    }
    return pad->used;
}
