"""How long does it take to ask, and to book? Each round is measured in a fresh process."""

import argparse
import statistics
import subprocess
import sys
import time

import rooms


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--worker", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def measured(function, *arguments):
    start = time.perf_counter()
    for _ in range(100):
        function(*arguments)
    return (time.perf_counter() - start) / 100


def worker(path):
    hotel = rooms.Hotel(path, 60)
    print("ask", measured(hotel.free), flush=True)
    print("night", measured(hotel.night, 40), flush=True)


def main():
    chosen = options()
    if chosen.worker:
        return worker(chosen.library)
    times = {}
    for _ in range(chosen.rounds):
        command = [sys.executable, __file__, "--worker", chosen.library]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in output.splitlines():
            name, seconds = line.split()
            times.setdefault(name, []).append(float(seconds))
    for name, values in times.items():
        print(name, statistics.median(values))


if __name__ == "__main__":
    main()
