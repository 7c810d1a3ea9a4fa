"""Seats at a long table, by python-constraint, in pure Python."""

import random

from constraint import AllDifferentConstraint, BacktrackingSolver, Problem


def table(guests, seats, quarrels, seed):
    rng = random.Random(seed)
    problem = Problem(BacktrackingSolver(forwardcheck=False))
    people = [f"guest {n}" for n in range(guests)]
    problem.addVariables(people, list(range(seats)))
    problem.addConstraint(AllDifferentConstraint(), people)
    for _ in range(quarrels):
        problem.addConstraint(lambda a, b: abs(a - b) > 2, rng.sample(people, 2))
    return problem


found = 0
for number, seating in enumerate(table(12, 13, 20, 5).getSolutionIter(), start=1):
    found += 1
    if number % 20_000 == 0:
        print(number, sorted(seating, key=seating.get)[:3], flush=True)
print(found)
