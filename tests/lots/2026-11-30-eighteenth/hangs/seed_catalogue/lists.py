"""Lists of seeds, as they come by mail."""

import csv
import io

SPRING = """number;name;text
101;Marigold;orange, sow in april
102;Pea;green, sow in march
103;Leek;sow in february, under glass
102;Pea (sugar);green and sweet, sow in march
104;Kale;winter green
"""


def entries(text):
    for row in csv.DictReader(io.StringIO(text), delimiter=";"):
        yield row["number"], row["name"], row["text"]
