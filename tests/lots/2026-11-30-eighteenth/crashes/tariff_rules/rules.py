"""Rules of a tariff, written by the office as sums of terms, become functions."""

import functools
import sys


class Rule:
    def __init__(self, name):
        self.name = name
        self.terms = []

    def term(self, factor, article):
        self.terms.append(f"{factor} * n[{article!r}]")
        return self

    @property
    def text(self):
        return " + ".join(self.terms) or "0"


class Book:
    def __init__(self):
        self.rules = {}

    def add(self, rule):
        self.rules[rule.name] = rule

    @functools.cached_property
    def compiled(self):
        return {name: self._function(rule) for name, rule in self.rules.items()}

    def _function(self, rule):
        code = compile(rule.text, f"<{rule.name}>", "eval")
        return lambda n: eval(code, {"n": n})

    def price(self, name, counts):
        return self.compiled[name](counts)


def deep():
    """The yearly rule has more terms than Python is used to."""
    sys.setrecursionlimit(1_500_000)
