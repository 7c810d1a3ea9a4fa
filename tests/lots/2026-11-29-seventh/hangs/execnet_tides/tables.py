"""Runs in a process of execnet: a request is a harbour, its range and hours."""

import math


def heights(range_, hours):
    for hour in range(hours):
        yield round(range_ / 2 * math.cos(math.tau * hour / 12.4), 2)


if __name__ == "__channelexec__":
    for name, range_, hours in channel:  # noqa: F821
        for height in heights(range_, hours):
            channel.send(height)  # noqa: F821
