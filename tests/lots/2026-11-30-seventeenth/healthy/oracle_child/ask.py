"""Four threads share one child that answers slowly."""

import os
import subprocess
import sys
import threading
from contextlib import ExitStack


class Oracle:
    def __init__(self, stack):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "oracle.py")
        self.process = stack.enter_context(
            subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(self.process.stdin.close)
        self.lock = threading.Lock()

    def ask(self, question):
        with self.lock:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
            return int(self.process.stdout.readline())


def visitor(oracle, name, number):
    for at in range(number):
        print(name, at, oracle.ask(f"{name} asks for the {at}th time"), flush=True)


def main():
    with ExitStack() as stack:
        oracle = Oracle(stack)
        visitors = [
            threading.Thread(target=visitor, args=(oracle, name, 5), name=name)
            for name in ("Thales", "Chilon", "Solon", "Bias")
        ]
        for thread in visitors:
            thread.start()
        for thread in visitors:
            thread.join()


if __name__ == "__main__":
    main()
