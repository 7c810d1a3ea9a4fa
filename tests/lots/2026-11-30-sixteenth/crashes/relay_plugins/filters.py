"""Filters that can be named on the command line, with their numbers: scale:2.5"""

from relay import Filter

KINDS = {}


def kind(name):
    def register(cls):
        KINDS[name] = cls
        return cls

    return register


@kind("scale")
class Scale(Filter):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def apply(self, value):
        return value * self.factor


@kind("clip")
class Clip(Filter):
    def __init__(self, most):
        super().__init__()
        self.most = most

    def apply(self, value):
        return min(value, self.most)


@kind("smooth")
class Smooth(Filter):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.last = 0.0

    def apply(self, value):
        self.last += self.weight * (value - self.last)
        return self.last


def parse(text):
    name, _, number = text.partition(":")
    return KINDS[name](float(number))
