#include <stdlib.h>
struct boat { double length; int seats; struct boat *tow; };
struct boat *boat_new(double length, int seats)
{
    struct boat *boat = calloc(1, sizeof *boat);
    boat->length = length;
    boat->seats = seats;
    return boat;
}
void boat_tow(struct boat *boat, struct boat *other) { boat->tow = other; }
int boat_seats(const struct boat *boat)
{
    int seats = 0;
    for (; boat; boat = boat->tow)
        seats += boat->seats;
    return seats;
}
