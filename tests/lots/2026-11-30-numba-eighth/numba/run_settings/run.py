"""Goes on with a run that was saved."""

import numpy as np
from lattice import simulate
from settings import Store


def begin(store):
    spins = np.ones((24, 24))
    store.save("cold", spins=spins, heat=1.8, sweeps=40, seed=77)
    store.save("warm", spins=spins, heat=3.4, sweeps=40, seed=78)


def go_on(store, name):
    saved = store.load(name)
    magnetism = simulate(saved["spins"], saved["heat"], saved["sweeps"], saved["seed"])
    return magnetism[-10:].mean()


def main():
    store = Store()
    try:
        begin(store)
        for name in ("cold", "warm"):
            print(name, round(float(go_on(store, name)), 3))
    finally:
        store.close()


if __name__ == "__main__":
    main()
