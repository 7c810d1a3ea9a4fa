"""How long does a reaction take to come to rest, and how long do we compute?"""

import numpy as np
from reaction import Reaction


def main():
    for seed in range(3):
        reaction = Reaction(np.random.default_rng(seed).uniform(0.1, 2.0, 6))
        steps, seconds = reaction.rest(1e-6)
        print(seed, steps, "steps", round(seconds, 2), "s")


if __name__ == "__main__":
    main()
