"""When is it busy? Spans that are common to visits."""

import numpy as np
from numba import njit
from span import Span


@njit
def longest_pause(moments):
    best = Span(0.0, 0.0)
    for at in range(len(moments) - 1):
        pause = Span(moments[at], moments[at + 1])
        if pause.width() > best.width():
            best = pause
    return best


@njit
def share_within(moments, span):
    count = 0
    for moment in moments:
        count += span.begin <= moment < span.end
    return count / len(moments)


class Day:
    def __init__(self, seed):
        self.moments = np.sort(np.random.default_rng(seed).uniform(8.0, 20.0, 60))

    def pause(self):
        return longest_pause(self.moments)

    def share(self, begin, end):
        return share_within(self.moments, Span(begin, end))


def main():
    for seed in range(3):
        day = Day(seed)
        print(seed, day.pause(), round(day.share(11.5, 13.5), 3))


if __name__ == "__main__":
    main()
