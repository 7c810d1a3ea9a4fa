/* Gates of a car park, counted under a lock that spins */
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int cars;

int gate_pass(int count, int room)
{
    while (atomic_flag_test_and_set(&busy))
        ;
    if (cars + count > room)
        return -1;
    cars += count;
    atomic_flag_clear(&busy);
    return cars;
}
