#include "ring.h"

struct badge last;

/* Takes the badges of one packet over; gives how many are new. */
int ring_take(const struct badge *badges, int count) {
    int fresh = 0;
    for (int i = 0; i < count; i++) {
        if (badges[i].number != last.number)
            fresh++;
        last = badges[i];
    }
    return fresh;
}
