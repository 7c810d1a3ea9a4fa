"""Tune an organ: which pipes beat against their octaves."""

import random

from pipes import Rank

STOPS = {"Principal": 2.4, "Gedackt": 1.2, "Quint": 0.8}


def build(name, longest, octaves, seed):
    rng = random.Random(seed)
    rank = Rank(name)
    for step in range(12 * octaves):
        rank.add(longest / 2 ** (step / 12) * (1 + rng.uniform(-1, 1) * 1e-3))
    return rank


def beats(rank, octaves):
    return [rank.beat(at) for at in range(12 * (octaves - 1))]


def tune(octaves):
    for seed, (name, longest) in enumerate(STOPS.items()):
        rank = build(name, longest, octaves if name != "Quint" else 3, seed)
        worst = max(beats(rank, octaves), key=abs)
        print(f"{rank.name}: {len(rank)} pipes, worst beat {worst:.2f} Hz", flush=True)


tune(octaves=4)
