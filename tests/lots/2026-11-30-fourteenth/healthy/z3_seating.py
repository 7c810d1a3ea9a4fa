"""Seats at round tables: nobody twice beside the same person. The solver takes its time."""

import argparse
import threading
import time

import z3


def schedule(people, tables, rounds):
    solver = z3.Solver()
    at = [[z3.Int(f"p{person}r{turn}") for turn in range(rounds)] for person in range(people)]
    for person in at:
        for place in person:
            solver.add(place >= 0, place < tables)
    for turn in range(rounds):
        for table in range(tables):
            solver.add(z3.Sum([z3.If(at[p][turn] == table, 1, 0) for p in range(people)]) == people // tables)
    for a in range(people):
        for b in range(a):
            solver.add(z3.Sum([z3.If(at[a][t] == at[b][t], 1, 0) for t in range(rounds)]) <= 1)
    return solver


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="clock")
        self.begun = time.monotonic()

    def run(self):
        while True:
            time.sleep(20)
            print(f"{time.monotonic() - self.begun:.0f} s so far", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    Clock().start()
    solver = schedule(options.people, 5, options.rounds)
    solver.set("timeout", 240_000)
    print("searching", flush=True)
    print(solver.check())


if __name__ == "__main__":
    main()
