#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*sink_t)(const char *line);

static sink_t sink;
static double sum;
static int number;

void recorder_open(sink_t to) { sink = to; }

void recorder_add(double degrees) {
    sum += degrees;
    if (++number % 25 == 0) {
        char line[64];
        snprintf(line, sizeof line, "mean of 25: %.1f", sum / 25);
        sum = 0;
        sink(line);
    }
}

__attribute__((destructor)) static void recorder_flush(void) {
    char rest[64];
    if (!sink || number % 25 == 0)
        return;
    snprintf(rest, sizeof rest, "mean of the last %d: %.1f", number % 25, sum / (number % 25));
    sink(rest);
}
