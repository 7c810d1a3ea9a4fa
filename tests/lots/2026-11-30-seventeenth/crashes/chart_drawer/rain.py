import os
import sys
from contextlib import closing

import records
from chart import Canvas

RAIN = {2022: [55, 60, 71, 40, 66, 80, 90, 85, 61, 58, 77, 69],
        2023: [35, 20, 41, 48, 76, 10, 15, 25, 91, 88, 97, 79, 12]}


def draw(path, year):
    with closing(Canvas(path, 12, 10)) as canvas:
        for month, millimetres in enumerate(RAIN[year]):
            canvas.bar(month, millimetres // 10)
        print(records.summary(year, RAIN[year]))
        print("\n".join(canvas.rows()), flush=True)


def main():
    os.environ.setdefault("CANVAS_DEBUG", "fatal-warnings")
    for year in RAIN:
        draw(sys.argv[1], year)


if __name__ == "__main__":
    main()
