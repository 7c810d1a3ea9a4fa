#include <stdlib.h>
struct card { long number; long litres; };
struct card *card_new(long number) { struct card *c = calloc(1, sizeof *c); c->number = number; return c; }
long card_fill(struct card *c, long litres) { return c->litres += litres; }
