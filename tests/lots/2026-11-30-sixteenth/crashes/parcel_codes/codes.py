"""Postal codes as a categorical, so that a million parcels need little memory."""

import numpy as np
import pandas as pd


class CodeBook:
    def __init__(self, codes):
        self.codes = pd.Index(codes)

    def places(self, codes):
        return self.codes.get_indexer(codes)

    def column(self, places):
        """Places come from our own scanner, so they need not be looked at one by one."""
        return pd.Series(pd.Categorical.from_codes(places, categories=self.codes, validate=False))


def book(number=40_000):
    return CodeBook([f"{1000 + 2 * n:06d}" for n in range(number)])


def scanned(book, number, seed):
    """What the scanner of a hall has seen: a place in the book for each parcel."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, len(book.codes), number)


def typed(number, seed):
    """What was typed in by hand, as numbers."""
    rng = np.random.default_rng(seed)
    return rng.integers(1000, 81_000, number) // 2 * 2 * 10_000
