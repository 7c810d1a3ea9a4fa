/* A small queue of jobs, for Python. */
#include <assert.h>

static int jobs[8];
static int first, count;

void queue_put(int job)
{
    assert(count < 8);
    jobs[(first + count++) % 8] = job;
}

int queue_take(void)
{
    assert(count > 0);
    int job = jobs[first];
    first = (first + 1) % 8;
    count--;
    return job;
}

int queue_length(void)
{
    return count;
}
