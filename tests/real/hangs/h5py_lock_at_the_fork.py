# h5py waits for its one lock before each fork; a thread that has it reads from a Python file, whose data
# the forking thread was to deliver.
# https://github.com/h5py/h5py/pull/2585
import io
import multiprocessing
import queue
import threading
import time

import h5py

arrived = queue.Queue()


class Remote(io.BytesIO):
    def readinto(self, buffer):
        arrived.get()  # <-- here
        return super().readinto(buffer)


with h5py.File("day.h5", "w") as file:
    file["values"] = range(1000)
with open("day.h5", "rb") as file:
    remote = Remote(file.read())


def prefetch():
    with h5py.File(remote, "r") as file:  # <-- also
        print(file["values"][:10])


if __name__ == "__main__":
    threading.Thread(target=prefetch, name="prefetch").start()
    time.sleep(0.5)
    worker = multiprocessing.get_context("fork").Process(target=print)
    print("READY", flush=True)
    worker.start()  # <-- here
    arrived.put("all")
