#include <stdlib.h>
#include <string.h>

struct face { char *name; int weight; };

struct face *face_open(const char *name, int weight)
{
    struct face *face = malloc(sizeof *face);
    face->name = strdup(name);
    face->weight = weight;
    return face;
}

int face_weight(struct face *face) { return face->weight; }

void face_close(struct face *face)
{
    free(face->name);
    free(face);
}
