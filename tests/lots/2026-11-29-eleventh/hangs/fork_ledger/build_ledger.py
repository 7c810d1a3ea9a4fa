"""python build_ledger.py: makes _ledger, a ledger in C that threads may share."""

import os

from cffi import FFI

os.chdir(os.path.dirname(os.path.abspath(__file__)))
ffi = FFI()
ffi.cdef(
    """
    void ledger_add(const char *who, long amount, int settle_ms);
    long ledger_total(void);
    int ledger_lines(void);
    """
)
ffi.set_source(
    "_ledger",
    r"""
    #include <pthread.h>
    #include <unistd.h>

    static pthread_mutex_t ledger_guard = PTHREAD_MUTEX_INITIALIZER;
    static long total;
    static int lines;

    static void ledger_add(const char *who, long amount, int settle_ms)
    {
        pthread_mutex_lock(&ledger_guard);
        usleep(settle_ms * 1000);  /* writes it to the disk */
        total += amount;
        lines++;
        pthread_mutex_unlock(&ledger_guard);
    }

    static long ledger_total(void)
    {
        pthread_mutex_lock(&ledger_guard);
        long now = total;
        pthread_mutex_unlock(&ledger_guard);
        return now;
    }

    static int ledger_lines(void) { return lines; }
    """,
    extra_compile_args=["-g", "-O1"],
)
ffi.compile()
