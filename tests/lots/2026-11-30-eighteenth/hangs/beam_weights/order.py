"""Works on the orders of the steel yard, each in a thread of the pool."""

import concurrent.futures
import logging
import time

import nlopt

from beam import Beam

ORDERS = {
    "A17": (Beam(900, 2.0), {"algorithm": nlopt.LN_COBYLA, "limit": 1e-4}),
    "A18": (Beam(1500, 3.5), {"algorithm": nlopt.LN_SBPLX, "limit": 1e-3}),
    "A19": (Beam(4000, 6.0), {"algorithm": nlopt.GN_ESCH}),
}


def work(name):
    beam, how = ORDERS[name]
    began = time.monotonic()
    width, height = beam.solve(start=(40, 80), **how)
    logging.info("%s: %.1f by %.1f, %.1f s", name, width, height, time.monotonic() - began)
    return name, round(width * height, 1)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="steel") as pool:
        for name, area in pool.map(work, ORDERS):
            print(name, area, flush=True)


if __name__ == "__main__":
    main()
