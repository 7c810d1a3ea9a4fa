"""A crew of native threads that gets work each nine seconds; the foreman waits for what is finished."""

import pathlib
import queue
import threading
import time

import cffi

ffi = cffi.FFI()
ffi.cdef("void crew_start(int hands); void crew_give(int jobs); int crew_wait(int jobs);")


class Crew:
    def __init__(self, hands):
        self.library = ffi.dlopen(str(pathlib.Path(__file__).resolve().parents[2] / "libcrew.so"))
        self.library.crew_start(hands)
        self.given = 0

    def give(self, jobs):
        self.given += jobs
        self.library.crew_give(jobs)

    def wait(self, jobs):
        return self.library.crew_wait(jobs)


class Book:
    def __init__(self, crew):
        self.crew = crew
        self.total = 0
        self.entered = queue.Queue()

    def keep(self):
        while True:
            self.total = self.crew.wait(self.total + 3)
            self.entered.put(self.total)


def orders(crew):
    while True:
        time.sleep(9)
        crew.give(3)


def main():
    crew = Crew(4)
    book = Book(crew)
    threading.Thread(target=orders, args=(crew,), name="orders", daemon=True).start()
    threading.Thread(target=book.keep, name="book", daemon=True).start()
    for _ in range(40):
        print(book.entered.get(), "finished", flush=True)


if __name__ == "__main__":
    main()
