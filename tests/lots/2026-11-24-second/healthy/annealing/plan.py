import concurrent.futures

import numpy as np

from tour import anneal


def main():
    chance = np.random.default_rng(5)
    points = chance.uniform(0, 100, (400, 2))
    order = np.arange(len(points))
    progress = np.zeros(2)
    anneal(points, order.copy(), 10, 1.0, progress)
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="anneal") as pool:
        job = pool.submit(anneal, points, order, 2_000_000_000, 20.0, progress)
        while not job.done():
            concurrent.futures.wait([job], timeout=5)
            print(f"step {progress[0]:.0f}, {progress[1]:.1f} long", flush=True)


if __name__ == "__main__":
    main()
