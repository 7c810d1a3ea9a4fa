"""Takes mails in and spools them, a spool for each queue."""

import contextlib
import dataclasses
import itertools
import logging

try:
    from _spool import Spool
except ImportError:
    Spool = None

log = logging.getLogger("intake")


@dataclasses.dataclass(frozen=True)
class Mail:
    number: int
    queue: str
    size: int


class Slow(dict):
    """What is used where the extension has not been built."""

    def put(self, key, entry):
        self[key] = entry


class Intake:
    def __init__(self, limit):
        self.limit = limit
        self.spools = {}
        self.numbers = itertools.count(1)

    def spool(self, queue):
        if queue not in self.spools:
            self.spools[queue] = Spool(self) if Spool is not None else Slow()
        return self.spools[queue]

    def accept(self, queue, size):
        if size > self.limit:
            raise ValueError(f"too large: {size}")
        mail = Mail(next(self.numbers), queue, size)
        self.spool(queue).put(mail.number, mail)
        return mail


@contextlib.contextmanager
def rejected():
    try:
        yield
    except ValueError as error:
        log.warning("rejected: %s", error)


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    intake = Intake(50_000)
    for queue, size in (("local", 90_000), ("local", 1200), ("list", 800), ("local", 44_000)):
        with rejected():
            log.info("accepted %s", intake.accept(queue, size))
    print({queue: len(spool) for queue, spool in intake.spools.items()})


if __name__ == "__main__":
    main()
