/* A queue of events, and functions that are called for them. */
#include <stdlib.h>

typedef int (*midi_handler)(int channel, int note);

static midi_handler handlers[128];
static struct { int channel, note; } events[4096];
static int count;

void midi_on(int note, midi_handler handler)
{
    handlers[note] = handler;
}

int midi_push(int channel, int note)
{
    if (count == 4096)
        return -1;
    events[count].channel = channel;
    events[count].note = note;
    return count++;
}

int midi_dispatch(void)
{
    int handled = 0;
    for (int i = 0; i < count; i++)
        if (handlers[events[i].note])
            handled += handlers[events[i].note](events[i].channel, events[i].note);
    count = 0;
    return handled;
}
