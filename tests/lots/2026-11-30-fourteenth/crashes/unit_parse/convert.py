"""Convert quantities to units of SI; what cannot be read is listed at the end.

    python convert.py "12 mi/h" "3 kg"
"""

import sys

from units import parse

SAMPLE = ["12 mi/h", "3 kg", "fast", "90 km/h", "40 min", "7 furlongs per fortnight", "2 lb"]


class Report:
    def __init__(self):
        self.good = []
        self.bad = []

    def add(self, text):
        try:
            self.good.append((text, parse(text)))
        except (ValueError, LookupError) as error:
            self.bad.append(str(error))

    def __str__(self):
        lines = [f"{text:>20} = {value:g}" for text, value in self.good]
        return "\n".join(lines + [f"not read: {text}" for text in self.bad])


def main(words):
    report = Report()
    for text in words or SAMPLE:
        print("reading", text, flush=True)
        report.add(text)
    print(report)
    return 1 if report.bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
