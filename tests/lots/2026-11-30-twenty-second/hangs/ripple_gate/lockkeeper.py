"""The keeper's programme, tried out on the circuit before it is built."""

import threading

from myhdl import Signal, Simulation, block, delay, instance, instances, intbv

from gates import lock_chamber

PROGRAMME = [("lower", 1, 40), ("lower", 0, 40), ("upper", 1, 60), ("upper", 0, 20)]


class Display(threading.Thread):
    def __init__(self, bench):
        super().__init__(daemon=True, name="display")
        self.bench = bench
        self.lines = 0

    def run(self):
        while not self.bench.finished.wait(1):
            self.lines += 1


class Bench:
    def __init__(self):
        self.clk = Signal(bool(0))
        self.upper, self.lower = Signal(bool(0)), Signal(bool(0))
        self.upper_closed, self.lower_closed = Signal(bool(1)), Signal(bool(1))
        self.count = Signal(intbv(0, min=0, max=16))
        self.seen = []
        self.finished = threading.Event()

    @block
    def keeper(self):
        chamber = lock_chamber(
            self.clk, self.upper, self.lower, self.upper_closed, self.lower_closed, self.count
        )

        @instance
        def steps():
            for name, value, rest in PROGRAMME:
                getattr(self, name).next = bool(value)
                yield delay(rest)
                self.seen.append((name, value, bool(self.upper_closed), bool(self.lower_closed)))

        return instances()

    def run(self, until):
        design = self.keeper()
        design.run_sim(until, quiet=1)
        self.finished.set()
        return self.seen


def main():
    bench = Bench()
    Display(bench).start()
    for line in bench.run(200):
        print(*line)
    print("turns of the counter:", int(bench.count))


if __name__ == "__main__":
    main()
