/* Maps a file by a fixed size, as databases do, however long it is. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *records;

void open_records(const char *path) {
    int file = open(path, O_RDONLY);
    records = mmap(0, 1 << 20, PROT_READ, MAP_SHARED, file, 0);
    close(file);
}

int record(long place) { return records[place]; }
