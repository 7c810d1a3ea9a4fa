"""Connected parts of a graph: the smallest label of a part spreads along its edges."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def spread(edges, label):
    changed = 0
    for e in prange(edges.shape[0]):
        u = edges[e, 0]
        v = edges[e, 1]
        if label[u] < label[v]:
            label[v] = label[u]  # fails: data-race: label
            changed += 1
        elif label[v] < label[u]:
            label[u] = label[v]
            changed += 1
    return changed


def parts(edges, nodes):
    label = np.arange(nodes)
    rounds = 0
    while spread(edges, label):
        rounds += 1
        if rounds > nodes:
            break
    return len(set(label.tolist())), rounds


def main():
    rng = np.random.default_rng(4)
    edges = rng.integers(0, 500, size=(450, 2))
    count, _ = parts(edges, 500)
    print("parts:", count)


main()
