import os

import cffi

os.chdir(os.path.dirname(os.path.abspath(__file__)))
builder = cffi.FFI()
builder.cdef("""
    void gauge_start(int seconds);
    double gauge_wait(long after);
    long gauge_number(void);
""")
builder.set_source("_gauge", """
    #include <math.h>
    #include <pthread.h>
    #include <unistd.h>

    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
    static long number;
    static double level;
    static int pause_seconds;

    static void *measure(void *unused)
    {
        for (;;) {
            sleep(pause_seconds);
            pthread_mutex_lock(&mutex);
            level = 3 + sin(++number);
            pthread_cond_broadcast(&fresh);
            pthread_mutex_unlock(&mutex);
        }
        return unused;
    }

    void gauge_start(int seconds)
    {
        pthread_t thread;
        pause_seconds = seconds;
        pthread_create(&thread, NULL, measure, NULL);
    }

    double gauge_wait(long after)
    {
        pthread_mutex_lock(&mutex);
        while (number <= after)
            pthread_cond_wait(&fresh, &mutex);
        double result = level;
        pthread_mutex_unlock(&mutex);
        return result;
    }

    long gauge_number(void)
    {
        return number;
    }
""", libraries=["m", "pthread"])
builder.compile(verbose=False)
