# One thread reads through a Python file whose data another thread fetches; that one lets go of an
# h5py object, which needs the lock that the first one holds.
# https://github.com/h5py/h5py/issues/2019
import io
import threading

import h5py

with h5py.File("day.h5", "w") as file:
    file["values"] = range(1000)
with open("day.h5", "rb") as file:
    content = file.read()
held = [h5py.File("day.h5", "r")["values"]]


def fetch(done):
    held.clear()  # <-- here
    done.set()


class Fetched(io.BytesIO):
    def readinto(self, buffer):
        done = threading.Event()
        threading.Thread(target=fetch, args=(done,), name="fsspecIO").start()
        done.wait()  # <-- here
        return super().readinto(buffer)


print("READY", flush=True)
with h5py.File(Fetched(content), "r") as file:  # <-- also
    print(file["values"][:10])
