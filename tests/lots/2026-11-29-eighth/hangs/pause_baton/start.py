"""Start two runners, and give the baton (SIGUSR1) to the first one."""

import os
import signal
import subprocess
import sys
import time


class Runner:
    def __init__(self, name, script):
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, script, name], stdout=subprocess.PIPE, text=True
        )

    def ready(self):
        return self.process.stdout.readline().strip() == "ready"

    def baton(self):
        self.process.send_signal(signal.SIGUSR1)

    def wait(self):
        return self.process.wait()


def main():
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner.py")
    runners = [Runner(name, script) for name in ("one", "two")]
    for runner in runners:
        if runner.ready():
            time.sleep(0.1)
            runner.baton()
    return max(runner.wait() for runner in runners)


if __name__ == "__main__":
    sys.exit(main())
