#include <stdlib.h>

typedef struct { long litres; char label[120]; } keg;

keg *keg_new(long litres)
{
    keg *made = calloc(1, sizeof *made);
    made->litres = litres;
    return made;
}

long keg_draw(keg *from, long litres)
{
    long drawn = litres < from->litres ? litres : from->litres;
    from->litres -= drawn;
    return drawn;
}

void keg_free(keg *gone) { free(gone); }
