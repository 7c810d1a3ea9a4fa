"""Draw something on the plotter."""

import argparse
import logging

from plotter import hpgl
from plotter.device import trial


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=20000)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with trial() as (plotter, pen):
        for drawing in (hpgl.square(4000), hpgl.rosette(60, 3000), hpgl.rosette(options.points, 4000)):
            print(drawing.name, "is sent:", plotter.plot(drawing), flush=True)
    print(pen.moves, "moves")


if __name__ == "__main__":
    main()
