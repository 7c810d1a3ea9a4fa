# A thread of the parent is inside of h5py, which has one lock for all; a forked worker opens a file.
# https://github.com/h5py/h5py/issues/2584
import io
import multiprocessing
import threading
import time

import h5py


class SlowFile(io.BytesIO):
    slow = False

    def readinto(self, buffer):
        if self.slow:
            time.sleep(600)
        return super().readinto(buffer)


with h5py.File("day.h5", "w") as file:
    file["values"] = range(1000)
with open("day.h5", "rb") as file:
    remote = SlowFile(file.read())


def read_remote():
    remote.slow = True
    with h5py.File(remote, "r") as file:
        print(file["values"][:10])


def read_local():
    with h5py.File("day.h5", "r") as file:  # <-- here
        print(file["values"][:10])


if __name__ == "__main__":
    threading.Thread(target=read_remote, name="prefetch", daemon=True).start()
    time.sleep(0.5)
    worker = multiprocessing.get_context("fork").Process(target=read_local)
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also
