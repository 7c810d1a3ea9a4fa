#include <stdlib.h>
#include <string.h>
char *tags_new(void) { return calloc(1, 24); }
char *tags_grow(char *tags, const char *more) { char *t = realloc(tags, strlen(tags) + strlen(more) + 600); return strcat(t, more); }
void tags_free(char *tags) { free(tags); }
