#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct book {
    const uint64_t *years;
    size_t number;
};

struct book *book_open(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY);
    if (file < 0)
        return NULL;
    fstat(file, &about);
    struct book *book = malloc(sizeof *book);
    book->number = about.st_size / sizeof(uint64_t);
    book->years = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (book->years == NULL) {
        free(book);
        return NULL;
    }
    return book;
}

uint64_t book_first(struct book *book)
{
    return book->years[0];
}

uint64_t book_count(struct book *book, uint64_t from, uint64_t to)
{
    uint64_t count = 0;
    for (size_t i = 0; i < book->number; i++)
        count += book->years[i] >= from && book->years[i] < to;
    return count;
}

void book_close(struct book *book)
{
    munmap((void *)book->years, book->number * sizeof(uint64_t));
    free(book);
}
