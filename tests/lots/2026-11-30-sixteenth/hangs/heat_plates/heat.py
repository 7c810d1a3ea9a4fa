import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from plates import Plate, smooth

shared = {}


def begin(barrier, name, strips, width):
    shared["barrier"] = barrier
    shared["plate"] = Plate(strips, width, name)


def run_strip(number, steps):
    plate, barrier = shared["plate"], shared["barrier"]
    for _ in range(steps):
        new = smooth(plate.strip(number), *plate.edges(number))
        barrier.wait()
        for index, value in enumerate(new):
            plate.cells[number * plate.width + index] = value
        barrier.wait()
    return number, round(sum(plate.strip(number)) / plate.width, 3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--strips", type=int, default=4)
    parser.add_argument("--width", type=int, default=60)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--chunk", type=int, default=2)
    options = parser.parse_args()
    context = multiprocessing.get_context("fork")
    plate = Plate(options.strips, options.width).warm()
    barrier = context.Barrier(options.strips)
    about = (barrier, plate.memory.name, options.strips, options.width)
    try:
        with ProcessPoolExecutor(options.strips, context, initializer=begin, initargs=about) as pool:
            numbers = range(options.strips)
            steps = [options.steps] * options.strips
            for number, mean in pool.map(run_strip, numbers, steps, chunksize=options.chunk):
                print("strip", number, mean, flush=True)
        print("plate", round(plate.mean(), 3))
    finally:
        plate.close(unlink=True)


if __name__ == "__main__":
    main()
