#include <stdio.h>

int tag_width(const char *first, const char *last)
{
    char text[24];
    int length = sprintf(text, "%s, %s", last, first);
    for (int i = 0; i < length; i++)
        if (text[i] == '\t')
            length += 3;
    return length;
}
