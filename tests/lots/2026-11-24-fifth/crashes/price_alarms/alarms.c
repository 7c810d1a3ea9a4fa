#include <stdlib.h>

typedef void (*alarm_call)(int number, double price);

struct alarm { struct alarm *next; int number; double above; alarm_call call; };

static struct alarm *first;

void alarm_add(int number, double above, alarm_call call)
{
    struct alarm *alarm = malloc(sizeof *alarm);
    alarm->number = number;
    alarm->above = above;
    alarm->call = call;
    alarm->next = first;
    first = alarm;
}

void alarm_remove(int number)
{
    for (struct alarm **place = &first; *place; place = &(*place)->next)
        if ((*place)->number == number) {
            struct alarm *gone = *place;
            *place = gone->next;
            free(gone);
            return;
        }
}

void alarm_price(double price)
{
    for (struct alarm *alarm = first; alarm; alarm = alarm->next)
        if (price > alarm->above)
            alarm->call(alarm->number, price);
}
