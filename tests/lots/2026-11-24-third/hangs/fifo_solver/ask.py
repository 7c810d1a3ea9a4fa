import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
import logs

HERE = os.path.dirname(os.path.abspath(__file__))


class Solver(contextlib.ExitStack):
    def __init__(self):
        super().__init__()
        folder = self.enter_context(tempfile.TemporaryDirectory())
        self.paths = [os.path.join(folder, name) for name in ("questions", "answers")]
        for path in self.paths:
            os.mkfifo(path)
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "solver.py"), *self.paths]
        )
        self.callback(self.process.wait)

    def open(self):
        self.questions = self.enter_context(open(self.paths[0], "w"))
        self.answers = self.enter_context(open(self.paths[1]))

    def solve(self, *numbers):
        print(*numbers, file=self.questions, flush=True)
        return int(self.answers.readline())


def spin():
    while True:
        time.sleep(1)


def main():
    threading.Thread(target=spin, name="spinner", daemon=True).start()
    with Solver() as solver:
        solver.open()
        print(solver.solve(1, 2, 3), solver.solve(40, 2))


if __name__ == "__main__":
    with logs.logging_to_stderr() as log:
        log.info("%s starts", "the solver")
        main()
