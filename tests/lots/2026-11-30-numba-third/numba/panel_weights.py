"""Answers of a panel, weighted so that age groups count as they do in the country."""

from collections import Counter

import numpy as np
from numba import njit

SHARES = {"young": 0.24, "middle": 0.41, "old": 0.35}


@njit
def clipped(weights, least, most):
    out = weights.copy()
    for at in range(out.size):
        if out[at] < least:
            out[at] = least
        elif out[at] > most:
            out[at] = most
    return out * (out.size / out.sum())


@njit
def effective_size(weights):
    return weights.sum() ** 2 / (weights**2).sum()


@njit
def weighted_answers(answers, weights):
    """The mean of each question."""
    usable = clipped(weights, 0.2, 5.0)
    return np.average(answers, axis=0, weights=usable)


@njit
def spread(answers, weights, means):
    out = np.zeros(answers.shape[1])
    for question in range(answers.shape[1]):
        for person in range(answers.shape[0]):
            out[question] += weights[person] * (answers[person, question] - means[question]) ** 2
    return np.sqrt(out / weights.sum())


class Panel:
    def __init__(self, groups, answers):
        self.groups = groups
        self.answers = answers
        seen = Counter(groups)
        self.weights = np.array([SHARES[group] * len(groups) / seen[group] for group in groups])

    def summary(self):
        means = weighted_answers(self.answers, self.weights)
        return means, spread(self.answers, self.weights, means)


def invited(people, questions, seed):
    rng = np.random.default_rng(seed)
    groups = rng.choice(list(SHARES), people, p=[0.5, 0.3, 0.2])
    return Panel(list(groups), rng.integers(1, 8, (people, questions)).astype(float))


if __name__ == "__main__":
    panel = invited(800, 6, 3)
    print("counts as much as", round(effective_size(panel.weights)))
    for mean, deviation in zip(*panel.summary()):
        print(f"{mean:.2f} +- {deviation:.2f}")
