#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#define ROOM 8192

static volatile long ticks;
static long limit;

/* Writes the state of all lamps to fd 2, each time the timer fires. */
static void report(int number) {
    char line[128], page[24576];
    size_t used = 0;
    ticks++;
    for (int lamp = 0; lamp < limit; lamp++) {
        int size = snprintf(line, sizeof line, "lamp %d: %ld\n", lamp, ticks % (lamp + 2));
        if (used + size > sizeof page)
            break;
        memcpy(page + used, line, size);
        used += size;
    }
    if (write(2, page, used) < 0)
        ticks--;
}

int lamp_start(int lamps, int milliseconds) {
    stack_t stack = {0};
    struct sigaction action = {0};
    struct itimerval timer = {{0, milliseconds * 1000}, {0, milliseconds * 1000}};
    char *place = mmap(NULL, ROOM + 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(place + 65536, ROOM, PROT_READ | PROT_WRITE);
    limit = lamps;
    stack.ss_sp = place + 65536;
    stack.ss_size = ROOM;
    action.sa_handler = report;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    if (sigaltstack(&stack, NULL) || sigaction(SIGALRM, &action, NULL))
        return -1;
    return setitimer(ITIMER_REAL, &timer, NULL);
}

long lamp_ticks(void) { return ticks; }
