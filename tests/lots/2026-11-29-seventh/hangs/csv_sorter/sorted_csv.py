"""Read large tables in the order of a column: sort(1) sorts them on the way."""

import subprocess

import pandas


class Sorted:
    def __init__(self, column, separator=","):
        self.column = column
        self.separator = separator
        self.process = None

    def __enter__(self):
        command = ["sort", "-t", self.separator, "-k", str(self.column)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def add(self, row):
        self.process.stdin.write(self.separator.join(map(str, row)) + "\n")

    def frame(self, names):
        self.process.stdin.flush()
        return pandas.read_csv(self.process.stdout, names=names, sep=self.separator)
