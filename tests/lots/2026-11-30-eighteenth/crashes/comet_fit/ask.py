import argparse
import csv
import io

import orbit

TABLE = """name,epoch,c0,c1,c2,c3
Ferry,0.0,1.20,0.004,0.0001,0.0
Loom,86400.0,2.75,-0.001,0.00003,0.0000001
"""

QUESTIONS = """name,when,order
Ferry,10.0,
Loom,86410.0,3
Loom,86420.0,86400000
"""


def load(text):
    sky = orbit.Sky()
    for row in csv.DictReader(io.StringIO(text)):
        sky.add(row["name"], [float(row[f"c{place}"]) for place in range(4)], float(row["epoch"]))
    return sky


def questions(text):
    for row in csv.DictReader(io.StringIO(text)):
        yield row["name"], float(row["when"]), int(row["order"]) if row["order"] else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--digits", type=int, default=5)
    options = parser.parse_args()
    sky = load(TABLE)
    with orbit.returning():
        for name, when, order in questions(QUESTIONS):
            far, speed = sky.distance(name, when, order)
            print(name, round(far, options.digits), round(speed, options.digits), flush=True)


if __name__ == "__main__":
    main()
