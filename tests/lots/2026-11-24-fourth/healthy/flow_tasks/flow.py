"""A pipeline of luigi: downloads that take their time, and a summary of them."""

import contextlib
import os
import threading
import time

import luigi


class Progress(threading.Thread):
    """Counts the seconds of a task, for those who look at the log."""

    def __init__(self, name):
        super().__init__(name=name, daemon=True)
        self.ended = threading.Event()
        self.seconds = 0

    def run(self):
        while not self.ended.wait(1):
            self.seconds += 1


@contextlib.contextmanager
def progress(name):
    thread = Progress(name)
    thread.start()
    try:
        yield thread
    finally:
        thread.ended.set()
        thread.join()


class Download(luigi.Task):
    folder = luigi.Parameter()
    day = luigi.IntParameter()

    def output(self):
        return luigi.LocalTarget(os.path.join(self.folder, f"day-{self.day}.txt"))

    def run(self):
        with progress(f"day {self.day}"):
            time.sleep(25)
        with self.output().open("w") as file:
            file.write(f"{self.day * 17 % 31}\n")


class Summary(luigi.Task):
    folder = luigi.Parameter()

    def requires(self):
        return [Download(self.folder, day) for day in range(14)]

    def output(self):
        return luigi.LocalTarget(os.path.join(self.folder, "summary.txt"))

    def run(self):
        total = 0
        for target in self.input():
            with target.open() as file:
                total += int(file.read())
        with self.output().open("w") as file:
            file.write(str(total))


class Report(luigi.Task):
    folder = luigi.Parameter()

    def requires(self):
        return Summary(self.folder)

    def output(self):
        return luigi.LocalTarget(os.path.join(self.folder, "report.txt"))

    def run(self):
        with self.input().open() as summary, self.output().open("w") as file:
            file.write(f"in all: {summary.read()}\n")
