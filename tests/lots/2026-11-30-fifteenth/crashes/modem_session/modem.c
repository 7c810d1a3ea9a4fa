#include <stdlib.h>
#include <string.h>

#define ROOM (1 << 20)

typedef void (*Heard)(void *user, const char *line);

typedef struct {
    Heard heard;
    void *user;
    size_t used;
    char text[ROOM];
} Modem;

Modem *modem_open(Heard heard, void *user)
{
    Modem *modem = malloc(sizeof *modem);
    modem->heard = heard;
    modem->user = user;
    modem->used = 0;
    return modem;
}

void modem_close(Modem *modem) { free(modem); }

int modem_feed(Modem *modem, const char *data, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] != '\n') {
            modem->text[modem->used++] = data[i];
            continue;
        }
        modem->text[modem->used] = 0;
        modem->heard(modem->user, modem->text);
        modem->used = 0;
        lines++;
    }
    return lines;
}
