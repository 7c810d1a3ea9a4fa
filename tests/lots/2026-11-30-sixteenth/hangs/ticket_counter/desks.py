import os
import random
import signal
import sys
import time

from counters import counters


class Desk:
    def __init__(self, number, seed):
        self.number = number
        self.random = random.Random(seed)

    def sell(self, tickets):
        for _ in range(tickets):
            time.sleep(self.random.random() / 200)
            counters.add("child" if self.random.random() < 0.3 else "adult")
        return counters.snapshot()


class Hall:
    def __init__(self, desks):
        self.desks = [Desk(number, 40 + number) for number in range(desks)]
        self.children = {}

    def open(self, tickets):
        for desk in self.desks:
            sys.stdout.flush()
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.close(reading)
                status = 1
                try:
                    sold = desk.sell(tickets)
                    os.write(writing, repr(sorted(sold.items())).encode())
                    status = 0
                finally:
                    os._exit(status)
            os.close(writing)
            self.children[pid] = reading
            counters.add("opened")

    def close(self):
        for pid, reading in self.children.items():
            with open(reading, "rb") as pipe:
                sold = pipe.read().decode()
            _, status = os.waitpid(pid, 0)
            print(pid > 0, os.waitstatus_to_exitcode(status), sold, flush=True)

    def stop(self, number, frame):
        for pid in self.children:
            os.kill(pid, signal.SIGTERM)
        raise SystemExit(128 + number)


def main():
    hall = Hall(desks=2)
    signal.signal(signal.SIGTERM, hall.stop)
    hall.open(tickets=25)
    hall.close()
    print(counters.snapshot())


if __name__ == "__main__":
    main()
