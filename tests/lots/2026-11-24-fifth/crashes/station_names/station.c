#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The number at the end of the name of this station, which stands in STATION_ID. */
int station_number(void)
{
    const char *name = getenv("STATION_ID");
    const char *end = name + strlen(name);
    while (end > name && isdigit((unsigned char)end[-1]))
        end--;
    return atoi(end);
}
