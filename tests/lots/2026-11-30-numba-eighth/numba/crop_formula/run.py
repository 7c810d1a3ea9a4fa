"""Yields of fields by formulas that the office edits; each is written out and then evaluated."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent

TEMPLATE = '''"""Made from the office's table; edit that."""

from numba import njit


@njit
def per_hectare(water, warmth, nitrogen):
    return {formula}
'''


class Office:
    def __init__(self, folder):
        self.folder = folder
        self.results = {}

    def write(self, formula):
        (self.folder / "formula.py").write_text(TEMPLATE.format(formula=formula))

    def evaluate(self, name):
        done = subprocess.run(
            [sys.executable, str(HERE / "evaluate.py"), str(self.folder)],
            capture_output=True,
            text=True,
            check=True,
        )
        self.results[name] = float(done.stdout)

    def report(self):
        for name, result in self.results.items():
            print(f"{name:<12}{result:10.2f}")


FORMULAS = {
    "linear": "0.4 * water + 0.2 * warmth + 0.01 * nitrogen",
    "with optimum": "0.4 * water + 0.2 * warmth - 0.004 * warmth * warmth + 0.03 * nitrogen",
    "dry years": "0.9 * water + 0.05 * warmth",
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder))
        for name, formula in FORMULAS.items():
            office.write(formula)
            office.evaluate(name)
            time.sleep(1.1)
        office.report()


if __name__ == "__main__":
    main()
