"""A program that uses a library of which two releases are installed."""

import labelmaker


def labels():
    return [labelmaker.label(number) for number in range(6)]
