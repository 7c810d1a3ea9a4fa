import argparse
import sys

import slope
from survey import Survey


class Check:
    limit = 30.0

    def __init__(self, survey):
        self.survey = survey
        self.heights = survey.heights
        self.slope = slope.Slope(self.heights)

    def rows(self):
        for row in range(0, len(self.slope), 250):
            yield row, self.slope.steepest(row)

    def report(self):
        for row, steepest in self.rows():
            mark = "!" if steepest > self.limit else " "
            print(f"{self.survey.name} {row:5} {steepest:7.2f} {mark}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=3000)
    options = parser.parse_args()
    Check(Survey("Nordhang", options.rows, 1600, 4)).report()
    return 0


if __name__ == "__main__":
    sys.exit(main())
