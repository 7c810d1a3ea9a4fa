import concurrent.futures
import sys

import meshes
from plugins import Plugins


def work(job):
    name, size, rounds = job
    plugins = Plugins({"smooth"})
    return name, plugins.run("smooth", meshes.grid(size), rounds)


def main():
    jobs = [("valley", 4000, 3), ("ridge", 9000, 5), ("plain", 2000, 1)]
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for name, most in pool.map(work, jobs):
            print(name, round(most, 2), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
