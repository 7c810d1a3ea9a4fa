import logging
import pathlib

log = logging.getLogger("importer")


class Importer:
    """Takes a month of readings in; a copy is made after every so many stations."""

    def __init__(self, store, folder, copy_every=2):
        self.store = store
        self.folder = pathlib.Path(folder)
        self.copy_every = copy_every
        self.copies = []

    def rows(self, station):
        return [(station, hour, 2 + (hour * len(station)) % 17 / 10) for hour in range(720)]

    def run(self, stations):
        with self.store.session() as connection:
            for number, station in enumerate(stations, 1):
                connection.executemany("INSERT INTO reading VALUES (?, ?, ?)", self.rows(station))
                log.info("%s: %d rows", station, connection.total_changes)
                if number % self.copy_every == 0:
                    self.copy(number)

    def copy(self, number):
        path = self.folder / f"copy-{number}.sqlite"
        self.copies.append(self.store.copy_to(path, self.told))
        log.info("copied to %s", path.name)

    def told(self, status, remaining, total):
        log.debug("%d of %d pages remain", remaining, total)
