"""Write a log that is closed by the C library's exit handler, whatever happens."""

import ctypes

libc = ctypes.CDLL(None)
log = open("tasks.log", "w")


@ctypes.CFUNCTYPE(None)
def close_log():
    log.write("done\n")
    log.close()


libc.__cxa_atexit(close_log, None, None)
log.write("started\n")
print("three tasks, all well")
