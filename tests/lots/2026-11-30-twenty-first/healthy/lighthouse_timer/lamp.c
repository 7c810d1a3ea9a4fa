/* Waits for a timer of the kernel's. */
#include <stdint.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

int lamp_new(int seconds)
{
    struct itimerspec spec;
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    memset(&spec, 0, sizeof spec);
    spec.it_value.tv_sec = spec.it_interval.tv_sec = seconds;
    timerfd_settime(fd, 0, &spec, NULL);
    return fd;
}

long lamp_wait(int fd)
{
    uint64_t times;
    return read(fd, &times, sizeof times) == sizeof times ? (long)times : -1;
}
