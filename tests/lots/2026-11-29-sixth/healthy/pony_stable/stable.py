"""A stable, with Pony: three grooms have a session each, in turns."""

import tempfile
import threading
import time

from pony import orm

db = orm.Database()


class Feeding(db.Entity):
    groom = orm.Required(str)
    horse = orm.Required(str)


class Groom(threading.Thread):
    def run(self):
        while True:
            print(self.name, self.feed("Bella"), flush=True)

    @orm.db_session
    def feed(self, horse):
        Feeding(groom=self.name, horse=horse)
        orm.flush()
        time.sleep(5)
        return Feeding.select().count()


def main():
    db.bind("sqlite", tempfile.mktemp(suffix=".sqlite"), create_db=True, timeout=600)
    db.generate_mapping(create_tables=True)
    for name in ("Urs", "Rita", "Sepp"):
        Groom(name=name).start()


if __name__ == "__main__":
    main()
