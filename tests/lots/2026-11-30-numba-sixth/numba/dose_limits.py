"""Doses of a medicine in whole milligrams, kept within the limits of each patient.

The pump takes tenths of a milligram; what the doctor writes down are whole ones.
"""

import numpy as np
from numba import njit

LOWEST = 0.5


@njit
def highest(weight, age):
    limit = 0.11 * weight
    if age > 70:
        limit *= 0.75
    return limit


@njit
def limited(doses, limit):
    return np.clip(doses, LOWEST, limit)


@njit
def day_of(doses, weights, ages):
    out = np.zeros(doses.shape)
    for patient in range(doses.shape[0]):
        out[patient] = limited(doses[patient], highest(weights[patient], ages[patient]))
    return out


@njit
def over_the_day(plan, hours):
    level = np.zeros(plan.shape[0])
    highest_level = np.zeros(plan.shape[0])
    for hour in range(hours):
        for patient in range(plan.shape[0]):
            level[patient] *= 0.92
            if hour % 6 == 0:
                level[patient] += plan[patient, hour // 6 % plan.shape[1]]
            highest_level[patient] = max(highest_level[patient], level[patient])
    return highest_level


class Ward:
    def __init__(self, patients, seed):
        rng = np.random.default_rng(seed)
        self.weights = rng.uniform(45, 95, patients).round(1)
        self.ages = rng.integers(20, 90, patients)
        self.doses = rng.integers(0, 12, (patients, 4))

    def plan(self):
        return day_of(self.doses, self.weights, self.ages)


def main():
    ward = Ward(40, 30)
    plan = ward.plan()
    print("pump:", plan[:3].round(2).tolist())
    print("most in the blood:", over_the_day(plan, 24).max().round(2))
    print("lowest:", plan.min(), "sum:", plan.sum().round(2))


if __name__ == "__main__":
    main()
