"""A sheet of formulas, evaluated for many values."""

import dataclasses
import functools
import logging
import time

from engine import compile_formula

log = logging.getLogger("sheet")


def timed(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        started = time.perf_counter()
        result = function(*arguments)
        log.info("%s: %.1f ms", arguments[0], 1000 * (time.perf_counter() - started))
        return result

    return wrapper


@functools.lru_cache(maxsize=64)
@timed
def compiled(name, text):
    return compile_formula(name, text)


@dataclasses.dataclass
class Cell:
    name: str
    formula: str

    def value(self, x):
        return compiled(self.name, self.formula)(x)


class Sheet:
    def __init__(self, formulas):
        self.cells = [Cell(name, text) for name, text in formulas.items()]

    def row(self, x):
        return {cell.name: cell.value(x) for cell in self.cells}

    def table(self, values):
        for x in values:
            yield self.row(x)


def main():
    logging.basicConfig(level=logging.INFO)
    sheet = Sheet({"area": "x x * 3.14159 *", "rim": "x 6.28318 *", "tax": "x 1.19 * 5 +"})
    for row in sheet.table(range(5)):
        print(row, flush=True)


if __name__ == "__main__":
    main()
