/* Makes a key of the words of an address. The words are kept in one place, which grows. */
#include <stdlib.h>
#include <string.h>

static char **words;
static int room;

static void forget(int count)
{
    for (int i = 0; i < count; i++)
        free(words[i]);
    free(words);
    words = NULL;
    room = 0;
}

long geocoder_key(const char *address)
{
    int count = 0;
    while (*address) {
        size_t length = strcspn(address, " ,");
        if (length) {
            if (count == room) {
                room = room ? 2 * room : 2;
                words = realloc(words, room * sizeof *words);
            }
            words[count++] = strndup(address, length);
        }
        address += length + (address[length] != 0);
    }
    unsigned long key = 5381;
    for (int i = 0; i < count; i++)
        for (const char *c = words[i]; *c; c++)
            key = key * 33 + (unsigned char)*c;
    forget(count);
    return (long)(key >> 1);
}
