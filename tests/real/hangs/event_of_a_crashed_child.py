# A server process crashes before it says that it is ready; the tests wait for that.
# https://github.com/python/cpython/issues/82265
import ctypes
import multiprocessing
import time

context = multiprocessing.get_context("spawn")


def serve(ready):
    ctypes.string_at(0)
    ready.set()


if __name__ == "__main__":
    ready = context.Event()
    server = context.Process(target=serve, args=(ready,), name="server")
    server.start()
    print("READY", flush=True)
    while not ready.wait(0.5):  # <-- here
        print("waiting for the server")  # <-- here
