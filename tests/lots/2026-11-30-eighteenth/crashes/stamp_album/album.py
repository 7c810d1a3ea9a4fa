import collections
import csv
import io

from stamp import Stamp

LIST = """country,motif,year,value
Helvetia,Matterhorn,1938,12.50
Osterreich,Semmering,1948,3.20
Saargebiet,Old bridge,1925,40.00
Helvetia,Rhine falls,1936,8.00
"""


class Album:
    def __init__(self):
        self.pages = collections.defaultdict(list)

    def fill(self, text):
        for row in csv.DictReader(io.StringIO(text)):
            stamp = Stamp(row["country"], row["motif"], int(row["year"]), float(row["value"]))
            self.pages[stamp.year // 10 * 10].append(stamp)

    def value(self):
        return sum(stamp.value for page in self.pages.values() for stamp in page)

    def by(self, key):
        """Stamps of one kind together, as visitors ask for them."""
        groups = collections.defaultdict(list)
        for page in self.pages.values():
            for stamp in page:
                groups[getattr(stamp, key)].append(stamp.label())
        return dict(groups)
