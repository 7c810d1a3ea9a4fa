import functools
import sys

import numpy as np

from stage import Stage
import preferences


class Chain:
    def __init__(self, *stages):
        self.stages = stages

    def run(self, samples):
        return functools.reduce(lambda sound, stage: stage(sound), self.stages, samples)


def main():
    chain = Chain(Stage(sys.argv[1], 0.5), Stage(sys.argv[1], 1.2))
    sound = np.sin(np.linspace(0, 100, 200_000)).astype(np.float32)
    print(float(np.abs(chain.run(sound)).max()))


if __name__ == "__main__":
    settings = preferences.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
