/* A library whose table goes away when the process exits, whoever may still be reading it, and whose
   exit handlers use Python. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE (1 << 20)
typedef struct object object;
extern void Py_IncRef(object *);
extern object *PyObject_CallObject(object *, object *);

static int *table;
static volatile int scans;
static object *kept;

static void close_table(void) {
    munmap(table, SIZE);
    if (scans) sleep(10); /* a scan fails long before, however busy the machine is */
}

__attribute__((constructor)) static void open_table(void) {
    table = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    atexit(close_table);
}

int scan(long rounds) {
    int sum = 0;
    scans++;
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < SIZE / 4; i += 1024) sum += ((volatile int *)table)[i];
    return sum;
}

int scanning(void) { return scans; }

static void call_back(void) { PyObject_CallObject(kept, NULL); }

void call_at_exit(object *callable) {
    Py_IncRef(callable);
    kept = callable;
    atexit(call_back);
}
