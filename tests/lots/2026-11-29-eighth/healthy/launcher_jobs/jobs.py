"""A pool of subprocesses: three at a time, each of which works for some seconds."""

import subprocess
import sys
import threading

WORK = "import sys, time; time.sleep(float(sys.argv[1])); sys.exit(int(sys.argv[2]))"


class Slots:
    def __init__(self, count):
        self.free = threading.Semaphore(count)
        self.codes = {}

    def run(self, name, seconds, code):
        with self.free:
            process = subprocess.Popen([sys.executable, "-c", WORK, str(seconds), str(code)])
            self.codes[name] = process.wait()
            print(name, "ended with", self.codes[name], flush=True)


def main():
    slots = Slots(3)
    threads = [
        threading.Thread(target=slots.run, args=[f"job {n}", 6 + n % 4, n % 3], name=f"job {n}")
        for n in range(30)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(slots.codes.values())


if __name__ == "__main__":
    sys.exit(main())
