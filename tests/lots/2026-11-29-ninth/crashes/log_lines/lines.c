/* Reads a log line by line, as fast as it goes */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    FILE *file;
    char first[120]; /* enough for nearly all lines */
    char *line;
    size_t room;
    long count;
};

struct reader *reader_open(const char *path)
{
    struct reader *reader = calloc(1, sizeof *reader);
    reader->file = fopen(path, "r");
    if (!reader->file) {
        free(reader);
        return NULL;
    }
    reader->line = reader->first;
    reader->room = sizeof reader->first;
    return reader;
}

/* The next line without its end, or NULL */
const char *reader_next(struct reader *reader)
{
    ssize_t length = getline(&reader->line, &reader->room, reader->file);
    if (length < 0)
        return NULL;
    reader->line[strcspn(reader->line, "\n")] = 0;
    reader->count++;
    return reader->line;
}

long reader_count(struct reader *reader)
{
    return reader->count;
}

void reader_close(struct reader *reader)
{
    fclose(reader->file);
    free(reader);
}
