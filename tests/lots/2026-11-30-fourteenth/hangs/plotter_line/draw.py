"""Draw a spiral of squares on the plotter: python draw.py --squares 400"""

import argparse
import math
import os
import subprocess
import sys

from line import Line, Plotter

HERE = os.path.dirname(os.path.abspath(__file__))


def square(n, size=4000):
    angle = n * 0.11
    radius = 30 + 8 * n
    for k in range(4):
        x = size + radius * math.cos(angle + k * math.pi / 2)
        y = size + radius * math.sin(angle + k * math.pi / 2)
        yield int(x) & 0x3FFF, int(y) & 0x3FFF


def start_model():
    master, slave = os.openpty()
    name = os.ttyname(slave)
    model = subprocess.Popen([sys.executable, os.path.join(HERE, "model.py"), str(master)], pass_fds=[master])
    os.close(master)
    return model, slave, name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--squares", type=int, default=400)
    options = parser.parse_args()
    model, keep, name = start_model()
    line = Line(name)
    os.close(keep)
    plotter = Plotter(line)
    try:
        for n in range(options.squares):
            plotter.polygon(square(n))
            if n % 50 == 0:
                print(n, "squares", flush=True)
    finally:
        line.close()
        model.wait()
    print(plotter.sent, "moves")


if __name__ == "__main__":
    main()
