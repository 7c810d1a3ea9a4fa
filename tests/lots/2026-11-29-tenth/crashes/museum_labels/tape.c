#include <stdio.h>
#include <string.h>

struct label { char title[24]; char place[8]; };

int tape_print(const char *title, const char *place, char *out, int size)
{
    struct label label;
    strcpy(label.title, title);
    strcpy(label.place, place);
    return snprintf(out, size, "[%s @ %s]", label.title, label.place);
}
