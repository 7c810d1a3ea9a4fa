"""The rank of each page: it reads the old ranks wherever its links say, and writes its own."""

import numpy as np
from numba import njit, prange
from web import Web

DAMPING = 0.85


@njit(parallel=True)
def step(starts, sources, out_degree, old, new):
    change = 0.0
    for page in prange(new.size):
        total = 0.0
        for k in range(starts[page], starts[page + 1]):
            total += old[sources[k]] / out_degree[sources[k]]
        new[page] = (1.0 - DAMPING) / new.size + DAMPING * total
        change += abs(new[page] - old[page])
    return change


def ranks(web, limit=1e-10):
    old = np.full(web.pages, 1.0 / web.pages)
    new = np.empty(web.pages)
    for _ in range(200):
        change = step(web.starts, web.sources, web.out_degree, old, new)
        old, new = new, old
        if change < limit:
            break
    return old


def main():
    web = Web(800, 6000)
    found = ranks(web)
    matrix = web.dense()
    plain = np.full(web.pages, 1.0 / web.pages)
    for _ in range(200):
        plain = (1.0 - DAMPING) / web.pages + DAMPING * matrix @ plain
    print("same:", bool(np.allclose(found, plain)), "best:", int(found.argmax()))


if __name__ == "__main__":
    main()
