# A destructor of C++ joins its thread with the GIL held; the thread is about to call back.
# https://github.com/pybind/pybind11/issues/1446
import ctypes
import subprocess
import time

SOURCE = """
#include <thread>
#include <chrono>
extern "C" {
typedef void (*report_t)(int);
static std::thread *worker;
void start(report_t report) {
    worker = new std::thread([report] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        report(1);
    });
}
void stop() { worker->join(); delete worker; }
}
"""
with open("worker.cpp", "w") as file:
    file.write(SOURCE)
command = ["g++", "-shared", "-fPIC", "-pthread", "-o", "worker.so", "worker.cpp"]
subprocess.run(command, check=True)
native, with_gil = ctypes.CDLL("./worker.so"), ctypes.PyDLL("./worker.so")


@ctypes.CFUNCTYPE(None, ctypes.c_int)
def report(done):
    print(done)


native.start(report)
time.sleep(0.1)
print("READY", flush=True)
with_gil.stop()  # <-- here
