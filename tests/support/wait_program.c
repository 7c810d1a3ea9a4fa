/* Threads that wait, one a kind; each is named after its kind. Prints what it made, then sleeps. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inheriting, recursive, robust;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t readwrite = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_t joined;
static int ends[2], full[2];
static pid_t child;
static const char *locked_path;

static void in_an_hour(struct timespec *when) {
    clock_gettime(CLOCK_REALTIME, when);
    when->tv_sec += 3600;
}

static void wait_for_mutex(void) { pthread_mutex_lock(&plain); }
static void wait_for_mutex_timed(void) {
    struct timespec when;
    in_an_hour(&when);
    pthread_mutex_timedlock(&plain, &when);
}
static void wait_for_inheriting(void) { pthread_mutex_lock(&inheriting); }
static void wait_for_recursive(void) { pthread_mutex_lock(&recursive); }
static void wait_for_robust(void) { pthread_mutex_lock(&robust); }
static void wait_for_cond(void) {
    pthread_mutex_lock(&guard);
    pthread_cond_wait(&condition, &guard);
}
static void wait_for_cond_timed(void) {
    struct timespec when;
    in_an_hour(&when);
    pthread_mutex_lock(&guard);
    pthread_cond_timedwait(&condition, &guard, &when);
}
static void wait_to_read(void) { pthread_rwlock_rdlock(&readwrite); }
static void wait_to_write(void) { pthread_rwlock_wrlock(&readwrite); }
static void wait_at_barrier(void) { pthread_barrier_wait(&barrier); }
static void wait_for_sem(void) { while (sem_wait(&semaphore)) {} }
static void wait_for_thread(void) { pthread_join(joined, NULL); }
static void wait_in_read(void) { char c; while (read(ends[0], &c, 1) < 0) {} }
static void wait_in_write(void) {
    static char data[1 << 20];
    for (;;) if (write(full[1], data, sizeof data) < 0) {}
}
static void wait_in_poll(void) { struct pollfd p = {ends[0], POLLIN, 0}; poll(&p, 1, -1); }
static void wait_in_epoll(void) {
    struct epoll_event event = {.events = EPOLLIN};
    int fd = epoll_create1(0);
    epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event);
    for (;;) epoll_wait(fd, &event, 1, -1);
}
static void wait_for_child(void) { int status; while (waitpid(child, &status, 0) < 0) {} }
static void wait_for_stdio(void) { flockfile(stdout); }
static void wait_for_file(void) {
    int fd = open(locked_path, O_RDWR);
    while (flock(fd, LOCK_EX)) {}
}
static void wait_for_time(void) { for (;;) sleep(3600); }

static const struct { const char *name; void (*run)(void); } kinds[] = {
    {"mutex", wait_for_mutex}, {"mutex-timed", wait_for_mutex_timed},
    {"inheriting", wait_for_inheriting}, {"recursive", wait_for_recursive},
    {"robust", wait_for_robust}, {"cond", wait_for_cond}, {"cond-timed", wait_for_cond_timed},
    {"rdlock", wait_to_read}, {"wrlock", wait_to_write}, {"barrier", wait_at_barrier},
    {"sem", wait_for_sem}, {"join", wait_for_thread}, {"read", wait_in_read},
    {"write", wait_in_write}, {"poll", wait_in_poll}, {"epoll", wait_in_epoll},
    {"child", wait_for_child}, {"stdio", wait_for_stdio}, {"file", wait_for_file},
};

static void *run(void *index) {
    pthread_setname_np(pthread_self(), kinds[(size_t)index].name);
    kinds[(size_t)index].run();
    return NULL;
}

static void *sleep_forever(void *unused) {
    pthread_setname_np(pthread_self(), "sleep");
    wait_for_time();
    return unused;
}

int main(int argc, char **argv) {
    pthread_mutexattr_t attributes;
    pthread_t thread;
    if (argc != 2) return 2;
    locked_path = argv[1];
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inheriting, &attributes);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attributes);
    pthread_mutex_lock(&plain);
    pthread_mutex_lock(&inheriting);
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&robust);
    pthread_rwlock_wrlock(&readwrite);
    pthread_barrier_init(&barrier, NULL, 3);
    sem_init(&semaphore, 0, 0);
    if (pipe(ends) || pipe(full)) return 1;
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, 9);
        if (flock(open(locked_path, O_RDWR | O_CREAT, 0600), LOCK_EX)) _exit(1);
        wait_for_time();
    }
    usleep(200 * 1000);
    printf("%d %d %p %p %p %p %p %p %p %p %p\n", (int)getpid(), (int)child, (void *)&plain,
           (void *)&inheriting, (void *)&recursive, (void *)&robust, (void *)&condition,
           (void *)&guard, (void *)&readwrite, (void *)&barrier, (void *)&semaphore);
    fflush(stdout);
    flockfile(stdout);
    pthread_create(&joined, NULL, sleep_forever, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        pthread_create(&thread, NULL, run, (void *)i);
    wait_for_time();
}
