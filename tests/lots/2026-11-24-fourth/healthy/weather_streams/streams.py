"""Streams of a weather station."""

import reactivex as rx
from reactivex import operators as ops


def temperature(every):
    return rx.interval(every).pipe(ops.map(lambda n: 15 + n * 7 % 9))


def wind(every):
    return rx.interval(every).pipe(ops.map(lambda n: n * 5 % 23))


def storms(temperatures, winds):
    return rx.combine_latest(temperatures, winds).pipe(ops.filter(lambda pair: pair[1] > 20))
