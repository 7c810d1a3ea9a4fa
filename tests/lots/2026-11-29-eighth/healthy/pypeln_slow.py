"""A pipeline (pypeln) whose last stage takes six seconds for each: all queues before it are full."""

import time

import pypeln


def polish(number):
    time.sleep(6)
    return number


def grind(number):
    return number * 2


if __name__ == "__main__":
    stage = pypeln.process.map(grind, range(100), workers=1, maxsize=2)
    for number in pypeln.process.map(polish, stage, workers=1, maxsize=2):
        print(number, flush=True)
