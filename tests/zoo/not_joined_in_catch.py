# zoo: cause=uncaught-cpp-exception signal=SIGABRT needs=g++ native=pipeline.cpp text=std::thread
import ctypes
import os

pipeline = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/pipeline.so")


def run(stages):
    return pipeline.run(stages)  # <-- here


print(run(2), run(0))
