/* The folders in which fonts are looked for. */
#include <string.h>

static const char *defaults = "/usr/share/fonts:/usr/local/share/fonts:~/.fonts";

const char *paths_default(void)
{
    return defaults;
}

/* Takes `paths` apart, in place. */
int paths_split(char *paths, char **parts, int room)
{
    int number = 0;
    char *rest = NULL;
    for (char *part = strtok_r(paths, ":", &rest); part && number < room;
         part = strtok_r(NULL, ":", &rest))
        parts[number++] = part;
    return number;
}
