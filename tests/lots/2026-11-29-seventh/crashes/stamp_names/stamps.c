#include <string.h>
struct stamp { char land[8]; char kind[8]; int cents; };
int stamp_key(const char *land, const char *kind, int cents)
{
    char key[16];
    strcpy(key, land);
    strcat(key, "/");
    strcat(key, kind);
    return (int)strlen(key) * 1000 + cents + key[0];
}
