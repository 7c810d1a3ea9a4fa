import subprocess
import sys

CHILD = "import time\nfor n in range(9):\n    time.sleep(10)\n    print(n)\n"


class Job:
    def __init__(self, code):
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        self.tries = 0

    def result(self):
        while True:
            try:
                return self.process.communicate(timeout=5)[0]
            except subprocess.TimeoutExpired:
                self.tries += 1
                print("still at work", self.tries, flush=True)


if __name__ == "__main__":
    print(Job(CHILD).result().split())
