"""Solves for the heat of many plates with pyamg, one after the other: some minutes."""

import threading
import time

import numpy as np
import pyamg


def tell(done):
    while True:
        time.sleep(5)
        print("plates", done[0], flush=True)


def main():
    done = [0]
    threading.Thread(target=tell, args=(done,), daemon=True).start()
    chance = np.random.default_rng(5)
    for _ in range(400):
        matrix = pyamg.gallery.poisson((400, 400), format="csr")
        solver = pyamg.ruge_stuben_solver(matrix, max_coarse=20)
        solver.solve(chance.random(matrix.shape[0]), tol=1e-10)
        done[0] += 1


if __name__ == "__main__":
    main()
