"""Watch a flock for some time: does it stay together?"""

import argparse
import time

from rules import Home
from swarm import Swarm


class Watch:
    def __init__(self, flock, every):
        self.flock = flock
        self.every = every
        self.steps = 0

    def go(self, steps, pace):
        begun = time.perf_counter()
        for _ in range(steps):
            self.flock.step(pace)
            self.steps += 1
            if self.steps % self.every == 0:
                print(f"step {self.steps}: within {self.flock.spread():.0f} m", flush=True)
        return time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--boids", type=int, default=90)
    parser.add_argument("--pull", type=float, default=0.02)
    options = parser.parse_args()
    flock = Swarm(options.boids)
    home = Home(options.pull)
    flock.rule(home)
    watch = Watch(flock, every=20)
    for pace in (0.5, 1.0, 4.0, 12.0):
        seconds = watch.go(100, pace)
        print(f"pace {pace}: {seconds:.1f} s, {home.calls} turns", flush=True)


if __name__ == "__main__":
    main()
