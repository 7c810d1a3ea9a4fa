"""Spans go into compiled code and come back."""

from numba import njit
from span import Span


@njit
def common(one, other):
    return Span(max(one.begin, other.begin), min(one.end, other.end))


@njit
def minutes(span):
    return len(span)


def main():
    both = common(Span(10.0, 95.0), Span(40.0, 120.0))
    assert (both.begin, both.end) == (40.0, 95.0)
    assert minutes(both) == len(both) == 55
    print(both.begin, both.end, minutes(both))


if __name__ == "__main__":
    main()
