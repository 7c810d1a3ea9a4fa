#include <stdlib.h>

struct lease { long months; long rent[64]; };

struct lease *lease_new(long months, long rent)
{
    struct lease *lease = calloc(1, sizeof *lease);
    lease->months = months;
    for (int i = 0; i < 64; i++)
        lease->rent[i] = rent;
    return lease;
}

long lease_sum(const struct lease *lease) { return lease->months * lease->rent[0]; }

void lease_end(struct lease *lease) { free(lease); }
