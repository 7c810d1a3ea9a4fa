#include <stdlib.h>
#include <string.h>

typedef struct page {
    int width, height;
    unsigned char *dots;
} page;

typedef struct document {
    int width, height, number, room;
    page **pages;
} document;

document *document_new(int width, int height)
{
    document *d = calloc(1, sizeof *d);
    d->width = width;
    d->height = height;
    return d;
}

page *document_add(document *d)
{
    if (d->number == d->room) {
        d->room = 2 * d->room + 4;
        d->pages = realloc(d->pages, d->room * sizeof *d->pages);
    }
    page *p = malloc(sizeof *p);
    p->width = d->width;
    p->height = d->height;
    p->dots = calloc(d->height, d->width);
    return d->pages[d->number++] = p;
}

void page_free(page *p)
{
    free(p->dots);
    free(p);
}

void document_free(document *d)
{
    for (int i = 0; i < d->number; i++)
        page_free(d->pages[i]);
    free(d->pages);
    free(d);
}

void page_line(page *p, int row, unsigned char ink)
{
    if (row >= 0 && row < p->height)
        memset(p->dots + (long)row * p->width, ink, p->width);
}

long page_ink(const page *p)
{
    long sum = 0;
    for (long i = 0; i < (long)p->width * p->height; i++)
        sum += p->dots[i];
    return sum;
}
