"""A session of the council: votes are signed and filed: python session.py"""

import concurrent.futures
import logging
import queue
import threading

from members import Council, Member

log = logging.getLogger("session")
SEATS = {"Harbour": ["Ann", "Bo", "Cy"], "Hill": ["Di", "Ed"], "Mill": ["Flo"]}
AGENDA = [
    ("a bench at the quay", "Harbour", []),
    ("snow on the steps", "Hill", ["Bo"]),
    ("the mill pond", "Mill", ["Flo", "Ed"]),
    ("the fair", None, []),
]


class Archive(threading.Thread):
    def __init__(self):
        super().__init__(name="archive", daemon=True)
        self.inbox = queue.Queue()
        self.filed = {}

    def run(self):
        while True:
            number, key, signatures = self.inbox.get()
            self.filed.setdefault(key.format().hex()[:12], []).append((number, len(signatures)))
            self.inbox.task_done()


class Session:
    def __init__(self, council, archive):
        self.council = council
        self.archive = archive
        self.pool = concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="clerk")

    def decide(self, number, text, ward):
        signatures = [member.sign(text.encode()) for member in self.council.sitting(ward)]
        key = self.council.common_key(ward)
        self.archive.inbox.put((number, key, signatures))
        return len(signatures)

    def run(self, agenda):
        for number, (text, ward, leaving) in enumerate(agenda, start=1):
            for name in leaving:
                self.council.leave(name)
            votes = self.pool.submit(self.decide, number, text, ward).result()
            log.info("%d. %s: %d votes", number, text, votes)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    council = Council([Member.named(name, ward) for ward, names in SEATS.items() for name in names])
    archive = Archive()
    archive.start()
    Session(council, archive).run(AGENDA)
    archive.inbox.join()
    log.info("%s", archive.filed)


if __name__ == "__main__":
    main()
