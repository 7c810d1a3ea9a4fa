"""Machines of a hall, each in a thread, and what they note."""

import concurrent.futures
import sys
import threading

import notes
import shifts


class Machine:
    def __init__(self, name, book):
        self.name = name
        self.book = book
        self.parts = 0

    def make(self, count):
        self.book(self, "started", shifts.NIGHT.name)
        for number in range(count):
            self.parts += 1
            self.book(self, "speed", 900 + number)
        if count > 5:
            self.book(self, "fault", 17, self.parts)
        return self.parts


class Hall:
    def __init__(self, path):
        self.notes = notes.Notes(path)
        self.mutex = threading.Lock()
        self.machines = [Machine(name, self.book) for name in ("press", "saw", "lathe")]

    def book(self, machine, kind, *values):
        with self.mutex:
            print(self.notes.write(kind, machine.name, *values), flush=True)

    def run(self):
        shifts.Foreman(self.machines).start()
        with concurrent.futures.ThreadPoolExecutor(3, "machine") as pool:
            return sum(pool.map(Machine.make, self.machines, shifts.NIGHT.parts))


if __name__ == "__main__":
    print(Hall(sys.argv[1]).run(), "parts")
