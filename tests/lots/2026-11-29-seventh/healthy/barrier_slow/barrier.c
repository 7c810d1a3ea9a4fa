#include <pthread.h>
static pthread_barrier_t barrier;
void meet_at(int count) { pthread_barrier_init(&barrier, 0, count); }
void meet(void) { pthread_barrier_wait(&barrier); }
