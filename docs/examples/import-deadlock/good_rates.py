"""Exchange rates, fetched when they are first asked for."""

import functools

TODAY = {"USD": 1.09, "CHF": 0.94}


def fetch():
    return dict(TODAY)


@functools.cache
def rates():
    return fetch()
