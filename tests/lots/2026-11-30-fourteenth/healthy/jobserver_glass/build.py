"""Build all steps of a glassworks, at most two at a time."""

import argparse
import signal
import subprocess
import sys
import threading

from steps import works
from tokens import Tokens


class Builder:
    def __init__(self, steps, jobs):
        self.steps = {step.name: step for step in steps}
        self.finished = {step.name: threading.Event() for step in steps}
        self.tokens = Tokens(jobs)
        self.failed = []
        self.children = set()
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, number, frame):
        for child in list(self.children):
            child.terminate()
        sys.exit(1)

    def work(self, step):
        for name in step.needs:
            self.finished[name].wait()
        with self.tokens.one():
            child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({step.seconds})"])
            self.children.add(child)
            if child.wait():
                self.failed.append(step.name)
            self.children.discard(child)
        print("built", step.name, flush=True)
        self.finished[step.name].set()

    def run(self):
        threads = [
            threading.Thread(target=self.work, args=(step,), name=step.name, daemon=True)
            for step in self.steps.values()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(self.failed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    return Builder(works(), options.jobs).run()


if __name__ == "__main__":
    sys.exit(main())
