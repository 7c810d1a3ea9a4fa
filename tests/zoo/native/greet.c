#include <stdio.h>

static void copy(char *to, const char *from) {
    while ((*to++ = *from++)) {}
}

int greet(const char *name) {
    char greeting[32];
    copy(greeting, name);
    return printf("hello %s\n", greeting);
}
