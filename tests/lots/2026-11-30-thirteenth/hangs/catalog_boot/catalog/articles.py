import dataclasses
import multiprocessing

from . import sheets


@dataclasses.dataclass(frozen=True)
class Article:
    number: str
    name: str
    cents: int
    words: frozenset

    @classmethod
    def of_row(cls, row):
        number, name, price = row
        return cls(number, name, round(float(price) * 100), frozenset(name.split()))


def read_sheet(name):
    return [Article.of_row(row) for row in sheets.rows(name)]


def read_all(processes=2):
    """Reading is slow with real sheets, so each goes to a process."""
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        read = pool.map(read_sheet, sorted(sheets.SHEETS))
    return {article.number: article for articles in read for article in articles}


ARTICLES = read_all()
