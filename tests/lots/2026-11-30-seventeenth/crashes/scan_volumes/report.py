import argparse
from concurrent.futures import ThreadPoolExecutor

import volumes


class Study:
    def __init__(self, size):
        self.size = size
        self.rows = []

    def measure(self, name, seed):
        image = volumes.phantom(self.size, seed)
        volume = volumes.Volume(name, image)
        self.rows.append((name, volume.litres(80.0)))
        return self.rows[-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=224)
    options = parser.parse_args()
    study = Study(options.size)
    with ThreadPoolExecutor(1) as pool:
        for name, litres in pool.map(study.measure, ["first", "second"], [1, 2]):
            print(f"{name}: {litres:.3f} l", flush=True)


if __name__ == "__main__":
    main()
