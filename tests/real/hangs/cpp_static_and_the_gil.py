# Two threads call an extension at first use: the one that makes its static variable needs the GIL,
# the other has the GIL and waits for that variable.
# https://github.com/pybind/pybind11/pull/4877
import ctypes
import subprocess
import threading
import time

SOURCE = """
#include <unistd.h>
extern "C" int PyGILState_Ensure(void);
extern "C" void PyGILState_Release(int);
extern "C" void *PyEval_SaveThread(void);
extern "C" void PyEval_RestoreThread(void *);
static long make_table() {
    void *thread = PyEval_SaveThread();
    usleep(600000);
    PyEval_RestoreThread(thread);
    return 42;
}
extern "C" long lookup(long key) {
    static long table = make_table();
    return table + key;
}
"""
with open("table.cpp", "w") as file:
    file.write(SOURCE)
subprocess.run(["g++", "-g", "-shared", "-fPIC", "-o", "table.so", "table.cpp"], check=True)
table = ctypes.PyDLL("./table.so")


def first():
    table.lookup(1)  # <-- here


threading.Thread(target=first, name="first").start()
time.sleep(0.2)
print("READY", flush=True)
table.lookup(2)  # <-- here
