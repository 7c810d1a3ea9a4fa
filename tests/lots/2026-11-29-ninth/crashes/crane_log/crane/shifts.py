"""What a crane does in its shifts."""

import random


def lifts(count, seed=9):
    chance = random.Random(seed)
    for _ in range(count):
        top = chance.uniform(2, 30)
        yield [round(top * part / 12, 2) for part in range(13)]


def idle(seconds):
    """Nothing hangs on the hook: a sample every millisecond."""
    return 0.35, seconds * 1000
