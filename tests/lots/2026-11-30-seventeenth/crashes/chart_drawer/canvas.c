#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct canvas {
    int width, height;
    unsigned char *cells;
};

/* Warnings are printed, and end the program if CANVAS_DEBUG says so. */
static void warning(const char *function, const char *text) {
    const char *debug = getenv("CANVAS_DEBUG");
    fprintf(stderr, "(canvas) WARNING **: %s: %s\n", function, text);
    if (debug && strstr(debug, "fatal-warnings"))
        raise(SIGTRAP);
}

struct canvas *canvas_new(int width, int height) {
    struct canvas *c = malloc(sizeof *c);
    c->width = width;
    c->height = height;
    c->cells = malloc(width * height);
    memset(c->cells, '.', width * height);
    return c;
}

void canvas_bar(struct canvas *c, int column, int height) {
    if (column < 0 || column >= c->width) {
        warning(__func__, "assertion 'column < width' failed");
        return;
    }
    if (height > c->height)
        height = c->height;
    for (int y = 0; y < height; y++)
        c->cells[(c->height - 1 - y) * c->width + column] = '#';
}

const unsigned char *canvas_cells(struct canvas *c) { return c->cells; }

void canvas_free(struct canvas *c) {
    free(c->cells);
    free(c);
}
