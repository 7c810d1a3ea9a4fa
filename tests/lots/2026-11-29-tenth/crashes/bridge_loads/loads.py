"""How far does a bridge bend under each of its loads?"""

import logging

import numpy as np
from model import Bridge, restored
from scipy.linalg import lu_solve

log = logging.getLogger("loads")


def loads(spans, number, seed=2):
    chance = np.random.default_rng(seed)
    for _ in range(number):
        yield chance.uniform(0, 40, spans)


def main():
    logging.basicConfig(level=logging.INFO)
    bridge = Bridge(300)
    log.info("taken apart: %s", bridge.factors.shape)
    factors, pivots = restored(bridge.saved())
    for number, load in enumerate(loads(bridge.spans, 5)):
        bend = lu_solve((factors, pivots), load)
        print(number, round(float(bend.max()), 3), flush=True)


if __name__ == "__main__":
    main()
