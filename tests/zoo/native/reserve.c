/* Makes room for so many numbers; what malloc returns is not looked at. */
#include <stdlib.h>

void *reserve(long count)
{
    long *room = malloc(count * sizeof *room);
    room[0] = count;
    return room;
}
