"""Answers of a survey, one record a person; each report needs some of the questions."""

import numpy as np
from numba import njit

PERSON = np.dtype([("age", "i4"), ("rooms", "i4"), ("rent", "f8"), ("income", "f8"), ("garden", "f8")])

REPORTS = {
    "burden": ["rent", "income"],
    "space": ["rooms", "rent", "income"],
    "youth": ["age", "rent", "income"],
    "green": ["rent", "income", "garden"],
    "all": ["age", "rooms", "rent", "income", "garden"],
    "town": ["rooms", "rent", "income", "garden"],
}


@njit
def burden(people):
    total = 0.0
    for person in people:
        total += person.rent / person.income
    return total / people.size


@njit
def spread(people, mean):
    total = 0.0
    for person in people:
        total += (person.rent / person.income - mean) ** 2
    return (total / people.size) ** 0.5


class Survey:
    def __init__(self, people, seed):
        rng = np.random.default_rng(seed)
        self.people = np.zeros(people, PERSON)
        self.people["age"] = rng.integers(18, 90, people)
        self.people["rooms"] = rng.integers(1, 7, people)
        self.people["rent"] = rng.gamma(6.0, 120.0, people)
        self.people["income"] = self.people["rent"] * rng.uniform(2.0, 6.0, people)
        self.people["garden"] = rng.random(people)

    def report(self, name):
        chosen = self.people[REPORTS[name]]
        chosen = chosen[chosen["rent"] > 100.0]
        mean = burden(chosen)
        return mean, spread(chosen, mean)


def oldest(survey):
    return int(survey.people["age"].max())


def main():
    survey = Survey(5000, 3)
    print("oldest:", oldest(survey))
    for name in REPORTS:
        mean, deviation = survey.report(name)
        print(f"{name:7} {mean:.3f} +- {deviation:.3f}")


if __name__ == "__main__":
    main()
