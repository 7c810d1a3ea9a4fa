import multiprocessing
import os
import threading
import time

from worker import thumbnails
import control


class Album:
    def __init__(self, pictures, size):
        self.pictures = pictures
        self.size = size

    def __iter__(self):
        for number in range(self.pictures):
            yield number, os.urandom(self.size)


class Workshop:
    def __init__(self):
        self.jobs = multiprocessing.SimpleQueue()
        self.results = multiprocessing.SimpleQueue()
        self.process = multiprocessing.Process(
            target=thumbnails, args=(self.jobs, self.results), name="thumbnails", daemon=True
        )
        self.process.start()

    def make(self, album):
        for job in album:
            self.jobs.put(job)
        self.jobs.put(None)
        return list(iter(self.results.get, None))


def show_time():
    while True:
        time.sleep(1)


def main():
    workshop = Workshop()
    threading.Thread(target=show_time, name="clock", daemon=True).start()
    made = workshop.make(Album(40, 120_000))
    print(len(made), "thumbnails")


if __name__ == "__main__":
    with control.Control():
        control.quiet_pipes()
        main()
