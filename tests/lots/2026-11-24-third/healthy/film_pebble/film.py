"""The scenes of a film in a pool of processes (pebble), each with a limit of time."""

import multiprocessing

import pebble

from scenes import render
import config
import notices_of_os


def main():
    context = multiprocessing.get_context("spawn")
    with pebble.ProcessPool(max_workers=2, context=context) as pool:
        future = pool.map(render, range(200), timeout=60)
        for scene, value in future.result():
            print(scene, value, flush=True)


if __name__ == "__main__":
    with notices_of_os.Posts():
        notices_of_os.quiet_pipes()
        settings = config.load()
        if settings.verbose:
            print(settings.describe(), flush=True)
        main()
