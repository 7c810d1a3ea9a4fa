/* A robot that changes tapes. A thread of its own moves the arm; orders wake it up. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t arm;
static atomic_int wanted = -1, at = 0, stopping = 0;

static void woken(int number)
{
    (void)number;
}

static void *move_arm(void *unused)
{
    (void)unused;
    while (!atomic_load(&stopping)) {
        int slot = atomic_load(&wanted);
        if (slot >= 0)
            atomic_store(&at, slot);
        usleep(200000);
    }
    return NULL;
}

int robot_start(void)
{
    struct sigaction action = {.sa_handler = woken};
    sigaction(SIGUSR2, &action, NULL);
    return pthread_create(&arm, NULL, move_arm, NULL);
}

int robot_fetch(int slot)
{
    atomic_store(&wanted, slot);
    int failed = pthread_kill(arm, SIGUSR2);
    assert(failed == 0);
    while (atomic_load(&at) != slot)
        usleep(1000);
    return slot;
}

void robot_stop(void)
{
    atomic_store(&stopping, 1);
    pthread_join(arm, NULL);
}
