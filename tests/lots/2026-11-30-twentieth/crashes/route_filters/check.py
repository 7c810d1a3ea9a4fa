"""Checks a table of announcements against the filters of the peers."""
import queue
import threading

from filters import Filter, Nested
from patterns import PatternError, compiled


def networks(count, second):
    for number in range(count):
        yield f"10.{second}.{number // 256 % 256}.{number % 256}/32"


PEERS = {
    "ams": Filter("ams").allow("10.1.0.0/16").allow("10.2.0.0/16"),
    "fra": Nested("fra"),
    "lis": Nested("lis"),
}
for _network in networks(40, 7):
    PEERS["fra"].allow(_network)
for _network in networks(60_000, 9):
    PEERS["lis"].allow(_network)


class Checker(threading.Thread):
    def __init__(self, table, answers):
        super().__init__(name="checker", daemon=True)
        self.table = table
        self.answers = answers
        self.inbox = queue.Queue()

    def run(self):
        while (peer := self.inbox.get()) is not None:
            try:
                with compiled(PEERS[peer].pattern()) as matches:
                    self.answers.put((peer, sum(map(matches, self.table))))
            except PatternError as error:
                self.answers.put((peer, str(error)))


def main():
    answers = queue.Queue()
    table = [network for second in (1, 7, 9) for network in networks(20, second)]
    checker = Checker(table, answers)
    checker.start()
    for peer in PEERS:
        checker.inbox.put(peer)
        print(peer, answers.get())
    checker.inbox.put(None)
    checker.join()


if __name__ == "__main__":
    main()
