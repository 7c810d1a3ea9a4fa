import logging
import queue
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

from vault import Vault

log = logging.getLogger("office")


class Archive(threading.Thread):
    """Writes back what the clerks have done with, one after the other."""

    def __init__(self, vault):
        super().__init__(name="archive", daemon=True)
        self.vault = vault
        self.finished = queue.Queue()

    def run(self):
        while True:
            name, text = self.finished.get()
            self.vault.check_in(name, text)
            log.info("%s is back, %d letters", name, len(text))
            self.finished.task_done()


class Office:
    def __init__(self, folder):
        self.vault = Vault(folder)
        self.archive = Archive(self.vault)
        self.archive.start()

    def amend(self, contract, clause):
        text = self.vault.check_out(contract)
        self.archive.finished.put((contract, f"{text}{clause}\n"))
        return contract

    def day(self, amendments):
        with ThreadPoolExecutor(2, thread_name_prefix="clerk") as clerks:
            jobs = [clerks.submit(self.amend, *amendment) for amendment in amendments]
            for job in jobs:
                log.info("%s amended", job.result())
        self.archive.finished.join()


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    logging.getLogger("filelock").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        office = Office(folder)
        office.day([("lease", "1. The rent is 400."), ("loan", "1. The rate is 3 %.")])
        office.day([("lease", "2. Pets are welcome."), ("deed", "1. The mill goes to Ida.")])


if __name__ == "__main__":
    main()
