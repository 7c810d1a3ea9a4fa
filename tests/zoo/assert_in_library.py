# zoo: cause=assertion-failed signal=SIGABRT needs=gcc native=queue.c text=queue->used
import ctypes
import os

queue = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/queue.so")


def drain():
    for _ in range(5):
        queue.take()  # <-- here


for number in range(3):
    queue.put(number)
drain()
