# A thread writes progress into a pipe that is full, and holds the lock of the file's buffer meanwhile;
# a worker that is forked at that moment can never write to the same file.
# https://github.com/python/cpython/issues/91776
import multiprocessing
import os
import threading
import time

reading, writing = os.pipe()
progress = open(writing, "wb")


def report():
    progress.write(b"." * 1_000_000)


def work():
    progress.write(b"worker started\n")  # <-- here


if __name__ == "__main__":
    threading.Thread(target=report, name="progress", daemon=True).start()
    time.sleep(0.5)
    worker = multiprocessing.get_context("fork").Process(target=work)
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also
