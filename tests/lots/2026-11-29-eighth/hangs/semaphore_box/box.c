/* A letter box: a semaphore counts the letters */
#include <semaphore.h>

static sem_t letters;

int box_open(void) { return sem_init(&letters, 0, 0); }

int box_put(void) { return sem_post(&letters); }

int box_wait(void) { return sem_wait(&letters); }
