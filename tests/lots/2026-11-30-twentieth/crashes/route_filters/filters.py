"""Filters for announcements: lists of networks are folded into one pattern."""
import functools


def escape(text):
    return text.replace(".", "\\.")


class Filter:
    def __init__(self, name):
        self.name = name
        self.networks = []

    def allow(self, network):
        self.networks.append(network)
        return self

    def pattern(self):
        """a, b, c as ((a)|b)|c, so that each step is a filter of its own that can be shown."""
        first, *rest = map(escape, self.networks)
        return functools.reduce(self._join, rest, first)

    @staticmethod
    def _join(left, right):
        return left + "|" + right


class Nested(Filter):
    """Each list is in the brackets of the one that it was derived from."""

    def pattern(self):
        names = [escape(network) for network in self.networks]
        return "(" * len(names) + ")|".join(names) + ")"
