#include <string.h>

/* How many letters all names have; the list ends with NULL. */
long stops_letters(const char **names)
{
    long letters = 0;
    for (; *names; names++)
        letters += strlen(*names);
    return letters;
}
