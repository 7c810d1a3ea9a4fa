/* Alarms by timerfd. */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

int alarm_new(double first, double every)
{
    struct itimerspec spec;
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    if (fd < 0) return -1;
    memset(&spec, 0, sizeof spec);
    spec.it_value.tv_sec = (time_t)first;
    spec.it_value.tv_nsec = (long)((first - (time_t)first) * 1e9);
    spec.it_interval.tv_sec = (time_t)every;
    spec.it_interval.tv_nsec = (long)((every - (time_t)every) * 1e9);
    timerfd_settime(fd, 0, &spec, NULL);
    return fd;
}

/* How often it went off since the last time. */
long alarm_wait(int fd)
{
    uint64_t times;
    ssize_t got;
    do {
        got = read(fd, &times, sizeof times);
    } while (got < 0 && errno == EINTR);
    return got == sizeof times ? (long)times : -1;
}

void alarm_free(int fd)
{
    close(fd);
}
