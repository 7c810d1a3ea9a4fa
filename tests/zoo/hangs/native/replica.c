/* One device a replica. A replica is not meant to be used from two threads at once: the second
   caller overwrites the ticket that the first one waits for, and that one spins for ever. */
#include <stdlib.h>
#include <unistd.h>

struct replica {
    int device;
    volatile long ticket;
    volatile long finished;
};

struct replica *replica_open(int device)
{
    struct replica *made = calloc(1, sizeof *made);
    made->device = device;
    return made;
}

long replica_run(struct replica *replica, int job, int device)
{
    long mine = job + 1;
    replica->ticket = mine;
    usleep(20000);
    replica->finished = replica->ticket;
    while (replica->finished != mine)
        ;
    return mine;
}
