#include <stddef.h>

typedef struct {
    int pages;
    size_t size;
    const unsigned char *data;
} Job;

unsigned job_sum(const Job *job)
{
    unsigned sum = 0;
    for (size_t i = 0; i < job->size; i++)
        sum = sum * 31 + job->data[i];
    return sum;
}
