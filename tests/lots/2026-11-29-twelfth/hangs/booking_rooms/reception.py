"""People come to book rooms: first one after the other, then all at once."""

import argparse
import concurrent.futures
import contextlib
import logging
import os
import tempfile

from database import Database
from rooms import NotFree, Rooms

log = logging.getLogger("reception")
WISHES = [(9, 3, "Ann"), (9, 6, "Bob"), (10, 12, "Cleo"), (10, 2, "Dan"), (11, 7, "Eve")]


class Reception:
    def __init__(self, rooms, clerks):
        self.rooms = rooms
        self.clerks = concurrent.futures.ThreadPoolExecutor(clerks, "clerk")

    def serve(self, hour, people, who):
        with contextlib.suppress(NotFree):
            room = self.rooms.book(hour, people, who)
            log.info("%s has %s at %d", who, room, hour)
            return room
        log.info("nothing for %s", who)
        return None

    def one_by_one(self, wishes):
        return [self.serve(*wish) for wish in wishes]

    def at_once(self, wishes):
        return list(self.clerks.map(lambda wish: self.serve(*wish), wishes))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=3)
    parser.add_argument("--clerks", type=int, default=3)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        database = Database(os.path.join(folder, "rooms.sqlite"), options.connections)
        reception = Reception(Rooms(database), options.clerks)
        print(reception.one_by_one(WISHES[:2]), flush=True)
        print(reception.at_once(WISHES[2:]), flush=True)


if __name__ == "__main__":
    main()
