import argparse
import concurrent.futures

from slopes import Slope


def judge(slope, ring):
    steps = slope.closed_ring() if ring else slope.open_slope()
    worst, where = max(steps)
    return f"{slope.name}: {slope.deepest()} mm, a step of {worst} mm at {where}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--length", type=int, default=20_000_000)
    options = parser.parse_args()
    jobs = [(Slope("north face", 3, options.length), False), (Slope("summit", 4, options.length), True)]
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="snow") as pool:
        for line in pool.map(lambda job: judge(*job), jobs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
