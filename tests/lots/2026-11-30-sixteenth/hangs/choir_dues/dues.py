import logging
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from pathlib import Path

from sqlalchemy import select

from choir.model import Due, Singer, owed
from choir.store import connect, fill, sessions

log = logging.getLogger("dues")


def timed(function):
    @wraps(function)
    def run(*args):
        log.info("%s%r in %s", function.__name__, args[1:], threading.current_thread().name)
        return function(*args)

    return run


class Office:
    def __init__(self, engine, clerks=3):
        self.Session = sessions(engine)
        self.clerks = ThreadPoolExecutor(clerks, thread_name_prefix="clerk")
        self.together = threading.Barrier(clerks)

    @timed
    def sum_of(self, voice):
        total = self.Session.scalar(owed(voice))
        self.together.wait(5)
        return voice, total

    @timed
    def remit(self, name):
        with self.Session.begin():
            due = self.Session.scalars(select(Due).join(Singer).where(Singer.name == name).order_by(Due.cents)).first()
            due.cents = 0

    def close(self):
        self.clerks.shutdown()
        self.Session.remove()


def main():
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        engine = connect(Path(folder) / "choir.db")
        voices = fill(engine)
        office = Office(engine)
        for voice, total in office.clerks.map(office.sum_of, voices[:3]):
            print(voice, total / 100, flush=True)
        office.remit("alto 3")
        print("remitted", flush=True)
        office.close()


if __name__ == "__main__":
    main()
