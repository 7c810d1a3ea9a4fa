"""Measures how many traces arrive while some work is done."""

import atexit
import time

from traces import Traces


class Report:
    def __init__(self, traces):
        self.traces = traces
        atexit.register(self.write)

    def write(self):
        time.sleep(0.05)
        print(self.traces.count, "traces", flush=True)


class Slow:
    """A connection that takes its time to close."""

    def __del__(self, sleep=time.sleep):
        sleep(0.3)


def work(rounds):
    return sum(number * number % 7 for number in range(rounds))


def main():
    traces = Traces()
    traces.start()
    Report(traces)
    print(work(3_000_000), flush=True)


connection = Slow()
if __name__ == "__main__":
    main()
