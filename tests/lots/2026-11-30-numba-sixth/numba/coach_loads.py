"""Passengers and luggage of the coaches of a train, from its reservations."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def loads(coach_of, luggage, coaches):
    people = [0 for _ in range(coaches)]
    kilos = [0.0 for _ in range(coaches)]
    for ticket in prange(len(coach_of)):
        coach = coach_of[ticket]
        people[coach] += 1
        kilos[coach] += luggage[ticket]
    return people, kilos


rng = np.random.default_rng(21)
coach_of = rng.integers(0, 9, 4_000_000)
luggage = rng.uniform(0, 30, 4_000_000)
people, kilos = loads(coach_of, luggage, 9)
print("people:", sum(people), "of", len(coach_of))
print("kilos:", round(sum(kilos)), "of", round(luggage.sum()))
