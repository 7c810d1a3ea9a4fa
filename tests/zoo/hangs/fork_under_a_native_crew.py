# hang: cause=fork-unsafe-library confidence=certain|likely needs=gcc native=crew.c text=crew first=yes core=no
import ctypes
import multiprocessing
import os

crew = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "crew.so"))


def work():
    crew.crew_do()  # <-- here


if __name__ == "__main__":
    crew.crew_do()
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()  # <-- here
    print("READY", flush=True)
    child.join()
