/* An engine whose scratch memory belongs to the object: a second call maps another piece for itself
   while the first still writes to the old one. The handshake makes that happen each time. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE (1 << 20)

typedef struct {
    volatile char *scratch;
    volatile int calls, remapped;
} engine;

engine *engine_new(void) { return calloc(1, sizeof(engine)); }

int engine_run(engine *self, int value)
{
    char *own;
    int number = __sync_add_and_fetch(&self->calls, 1);

    if (number == 2) {
        while (self->scratch == NULL)
            usleep(100);
        munmap((void *)self->scratch, SIZE);
        self->remapped = 1;
        sleep(20);
    }
    own = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    self->scratch = own;
    for (int i = 0; i < SIZE; i++) {
        while (!self->remapped)
            usleep(100);
        own[i] = value;
    }
    return own[0];
}
