"""The times of a tram at its stops, in seconds after departure, with rests at termini put in."""

import numpy as np
from numba import njit, types
from numba.typed import List


def timetable(minutes):
    """The planned times, as a typed list."""
    times = List.empty_list(types.int64)
    for minute in minutes:
        times.append(60 * minute)
    return times


@njit
def legs(times):
    out = np.zeros(len(times) - 1)
    for at in range(len(out)):
        out[at] = times[at + 1] - times[at]
    return out


@njit
def prolong(times, stops, pace):
    """Further stops behind the last one, at the mean pace of the line."""
    step = legs(times).mean() * pace
    for _ in range(stops):
        times.append(times[-1] + step)
    return times


@njit
def rests(times, longest):
    count = 0
    clock = times[0]
    for time in times:
        if time - clock > longest:
            count += 1
            clock = time
    return count


class Line:
    def __init__(self, number, minutes):
        self.number = number
        self.times = timetable(minutes)

    def extended(self, stops, pace=1.1):
        prolong(self.times, stops, pace)
        return self

    def __str__(self):
        return f"line {self.number}: {len(self.times)} stops, {rests(self.times, 900)} rests"


def main():
    for number, minutes in ((4, (0, 2, 5, 9, 12)), (11, (0, 4, 7, 15, 18, 22, 30))):
        print(Line(number, minutes).extended(6))


if __name__ == "__main__":
    main()
