import signal
import sys

from tqdm import tqdm

from crew import Crew


def stop(number, frame):
    sys.exit(128 + number)


def main(count=16):
    signal.signal(signal.SIGINT, stop)
    crew = Crew(size=3, limit=2.0)
    values = {}
    with tqdm(total=count, unit="tile", mininterval=0) as bar:
        for tile, value in crew.results(range(count)):
            bar.set_postfix_str(f"tile {tile}", refresh=False)
            bar.update()
            if value is not None:
                values[tile] = value
    print(len(values), "tiles,", len(crew.given_up), "given up")
    for tile, value in sorted(values.items()):
        print(f"tile {tile}: {value}")
    return values


if __name__ == "__main__":
    main()
