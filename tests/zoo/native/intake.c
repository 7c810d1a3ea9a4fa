/* Takes in names and events, carelessly. It declares what it needs of the stable ABI itself. */
#include <signal.h>
#include <stddef.h>

typedef struct object object;
extern object *PyList_New(ptrdiff_t);
extern void Py_DecRef(object *);

/* a status where an object should be returned */
object *status(int failed) { return failed ? (object *)42 : PyList_New(0); }

static void count_event(int number) {
    (void)number;
    for (int i = 0; i < 100; i++) Py_DecRef(PyList_New(3));
}

void on_event(int number) { signal(number, count_event); }

static int total(const volatile char *text, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) sum += text[i];
    return sum;
}

/* no name is longer than 16 letters */
__attribute__((noinline, optimize("no-stack-protector"))) int take_name(const char *name) {
    volatile char own[16];
    int length = 0;
    while (name[length]) {
        own[length] = name[length];
        length++;
    }
    return total(own, length);
}

__attribute__((noinline)) static long visit(const long *next, long here) {
    volatile char room[400];
    room[here & 255] = 1;
    return here < 0 ? 0 : room[here & 255] + visit(next, next[0] + here);
}

long longest_way(long start) {
    long next = 1;
    return visit(&next, start);
}
