import contextlib
import os
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Program:
    def __init__(self, name):
        self.name = name
        self.process = None

    def start(self):
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, self.name)])

    def stop(self):
        self.process.terminate()
        self.process.wait()  # <-- here
        print(self.name, "ended with", self.process.returncode)


class Launcher:
    def __init__(self, names):
        self.programs = [Program(name) for name in names]

    @contextlib.contextmanager
    def running(self):
        for program in self.programs:
            program.start()
        try:
            yield self
        finally:
            for program in reversed(self.programs):
                program.stop()


def watch(launcher):
    while True:
        time.sleep(1)
        alive = [p.name for p in launcher.programs if p.process and p.process.poll() is None]
        print("alive:", *alive, flush=True)


def main():
    launcher = Launcher(["collector.py"])
    threading.Thread(target=watch, args=(launcher,), daemon=True, name="watch").start()
    with launcher.running():
        time.sleep(2)
    print("all ended")


if __name__ == "__main__":
    main()
