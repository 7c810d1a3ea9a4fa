/* Seats of a theatre; who has asked is told when one gets free */
typedef void (*told)(int seat);

static told listeners[16];
static int count;

void seats_listen(told listener) { listeners[count++] = listener; }

void seats_free(int seat)
{
    for (int i = 0; i < count; i++)
        listeners[i](seat);
}
