"""The shortest way round the stands of a market, for who collects the rents."""

import argparse

import numpy as np
from anneal import anneal


def stands(count, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 100, (count, 2))


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stands", type=int, default=40)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--heat", type=float, default=50.0)
    return parser.parse_args()


def main():
    chosen = options()
    places = stands(chosen.stands, 1)
    order = np.arange(chosen.stands)
    shortest = anneal(places, order, chosen.steps, chosen.heat)
    print()
    print(f"{shortest:.1f} m: {' '.join(map(str, order[:12]))} ...")


if __name__ == "__main__":
    main()
