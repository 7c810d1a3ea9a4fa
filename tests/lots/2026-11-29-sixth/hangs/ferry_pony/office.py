"""The office of a ferry line: bookings, and the notices that go with them."""

import concurrent.futures
import functools
import logging

import tables
from pony import orm

log = logging.getLogger("office")


class Notices:
    """Written in a thread, as letters are to be printed there as well."""

    def __init__(self):
        self.pool = concurrent.futures.ThreadPoolExecutor(1, "notices")

    @orm.db_session
    def write(self, text):
        notice = tables.Notice(text=text)
        orm.flush()
        return notice.id

    def post(self, text):
        return self.pool.submit(self.write, text)


def logged(function):
    @functools.wraps(function)
    def inner(self, *arguments):
        log.info("%s %s", function.__name__, arguments)
        return function(self, *arguments)

    return inner


class Office:
    def __init__(self):
        self.notices = Notices()

    @orm.db_session
    def plan(self, crossings):
        for number, (ferry, seats) in enumerate(crossings, 1):
            tables.Crossing(number=number, ferry=ferry, seats=seats)

    @logged
    @orm.db_session
    def book(self, number, name):
        crossing = tables.Crossing.get_for_update(number=number)
        tables.Booking(crossing=crossing, name=name)
        crossing.seats -= 1
        orm.flush()
        notice = self.notices.post(f"{name} sails on {crossing.ferry}")
        return notice.result()


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    tables.bind()
    office = Office()
    office.plan([("Aurora", 120), ("Petrel", 40)])
    log.info("a notice: %s", office.notices.post("closed on Monday").result())
    for name in ("Marta", "Kuno"):
        print(name, office.book(2, name), flush=True)


if __name__ == "__main__":
    main()
