/* Bells of a clock; listeners are told of each bell, and may add some */
#include <stdlib.h>

struct bell { int hour; char pattern[252]; };

static struct bell *bells;
static long count, room;

void bells_add(int hour)
{
    if (count == room) {
        room = room ? room * 4 : 1024;
        bells = realloc(bells, room * sizeof *bells);
    }
    bells[count++].hour = hour;
}

long bells_ring(void (*listener)(int hour))
{
    long sum = 0;
    struct bell *bell = bells, *end = bells + count;
    for (; bell < end; bell++) {
        listener(bell->hour);
        sum += bell->hour + bell->pattern[0];
    }
    return sum;
}
