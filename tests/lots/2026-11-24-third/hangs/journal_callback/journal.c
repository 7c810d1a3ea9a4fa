#include <pthread.h>
#include <string.h>

typedef void (*observer)(const char *line);

static pthread_mutex_t journal_mutex = PTHREAD_MUTEX_INITIALIZER;
static observer journal_observer;
static long journal_lines;

void journal_observe(observer function)
{
    pthread_mutex_lock(&journal_mutex);
    journal_observer = function;
    pthread_mutex_unlock(&journal_mutex);
}

void journal_write(const char *line)
{
    pthread_mutex_lock(&journal_mutex);
    journal_lines++;
    if (journal_observer)
        journal_observer(line);
    pthread_mutex_unlock(&journal_mutex);
}

long journal_count(void)
{
    pthread_mutex_lock(&journal_mutex);
    long lines = journal_lines;
    pthread_mutex_unlock(&journal_mutex);
    return lines;
}
