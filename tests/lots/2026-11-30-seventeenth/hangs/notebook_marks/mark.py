"""Marks a notebook: each cell is run, and some have to print what is expected."""

import logging
import sys

import lesson
from runner import Runner

log = logging.getLogger("mark")


class Sheet:
    def __init__(self):
        self.points = 0
        self.remarks = []

    def note(self, number, result):
        if result.error:
            self.remarks.append(f"cell {number}: {result.error}")
            return
        wanted = lesson.EXPECTED.get(number)
        if wanted is None:
            return
        if result.text.strip() == wanted:
            self.points += 1
        else:
            self.remarks.append(f"cell {number}: {result.text.strip()!r}")


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    sheet = Sheet()
    with Runner().kernel() as runner:
        for number, source in enumerate(lesson.CELLS):
            log.info("cell %d of %d", number + 1, len(lesson.CELLS))
            sheet.note(number, runner.run(source))
    print(sheet.points, "of", len(lesson.EXPECTED), *sheet.remarks, sep="\n")
    return 0 if sheet.points == len(lesson.EXPECTED) else 1


if __name__ == "__main__":
    sys.exit(main())
