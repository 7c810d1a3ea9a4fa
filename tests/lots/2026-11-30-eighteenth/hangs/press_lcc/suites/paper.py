import concurrent.futures
import pathlib
import sys

import lemoncheesecake.api as lcc
from lemoncheesecake.matching import check_that, equal_to

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from press import Press  # noqa: E402

SUITE = {"description": "Paper"}


def together(press, pages):
    with concurrent.futures.ThreadPoolExecutor(2) as people:
        feeder = people.submit(press.feed, pages)
        taker = people.submit(press.empty, pages)
        feeder.result()
        return taker.result()


@lcc.test("A short letter")
def letter():
    check_that("pages", together(Press(tray=8), 3), equal_to([0, 1, 2]))


@lcc.test("A book")
def book():
    check_that("pages", len(together(Press(tray=8), 12)), equal_to(12))
