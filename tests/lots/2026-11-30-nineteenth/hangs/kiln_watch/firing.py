import pathlib
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from busypie import MINUTE, SECOND, wait

from kiln import Kiln, is_hot


def fire(path, pots):
    wait().at_most(10**6, MINUTE).poll_interval(0.2, SECOND).until(partial(is_hot, path))
    return f"{path.stem}: {pots} pots"


def main():
    with tempfile.TemporaryDirectory() as folder:
        plan = {"small": (900, 900, 12), "large": (500, 1040, 40)}
        kilns = {}
        for name, (start, goal, pots) in plan.items():
            path = pathlib.Path(folder) / f"{name}.json"
            kilns[path] = pots
            Kiln(path, start, goal).start()
        with ThreadPoolExecutor(2, thread_name_prefix="firing") as pool:
            for line in pool.map(fire, kilns, kilns.values()):
                print(line, flush=True)


if __name__ == "__main__":
    main()
