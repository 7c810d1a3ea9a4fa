# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT needs=gcc native=sampler.c line=none
import ctypes
import os
import time

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/sampler.so")
library.start_sampler.argtypes = [ctypes.py_object]

samples = []
library.start_sampler(samples)
time.sleep(10)
