# hang: cause=stuck-native-call confidence=likely|possible|certain needs=gcc native=replica.c watch=yes text=job computes=yes
import ctypes
import os
from concurrent.futures import ThreadPoolExecutor

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/replica.so")
library.replica_open.restype = ctypes.c_void_p
library.replica_run.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
replicas = {device: library.replica_open(device) for device in (0, 1)}


def infer(job, device):
    handle = replicas[device]
    return library.replica_run(handle, job, device)  # <-- here


def main():
    with ThreadPoolExecutor(max_workers=3, thread_name_prefix="replica") as pool:
        running, done, jobs = [], [], list(range(12))
        while jobs or running:
            while jobs and len(running) < 3:
                job = jobs.pop(0)
                running.append(pool.submit(infer, job, 1 if job % 3 == 2 else 0))
            if not done:
                print("READY", flush=True)
            first = running.pop(0)
            done.append(first.result())  # waits for ever: a worker does not come back


main()
