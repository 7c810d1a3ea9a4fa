"""The tables of a ferry line, with Pony."""

import tempfile

from pony import orm

db = orm.Database()


class Crossing(db.Entity):
    number = orm.PrimaryKey(int)
    ferry = orm.Required(str)
    seats = orm.Required(int)
    bookings = orm.Set("Booking")


class Booking(db.Entity):
    crossing = orm.Required(Crossing)
    name = orm.Required(str)


class Notice(db.Entity):
    text = orm.Required(str)


def bind():
    db.bind("sqlite", tempfile.mktemp(suffix=".sqlite"), create_db=True)
    db.generate_mapping(create_tables=True)
