"""Downloads that go on where they were broken off."""

import http.client
import logging
import time

log = logging.getLogger(__name__)


class GaveUp(Exception):
    pass


class Retry:
    """Waits longer from one try to the next, unless there was progress."""

    def __init__(self, least=1.0, most=8.0, tries=200):
        self.least = least
        self.most = most
        self.tries = tries
        self.wait = least

    def __iter__(self):
        for number in range(self.tries):
            yield number
            time.sleep(self.wait)
            self.wait = min(2 * self.wait, self.most)
        raise GaveUp(f"{self.tries} tries")

    def progress(self):
        self.wait = self.least


class Download:
    def __init__(self, address, path):
        self.address = address
        self.path = path
        self.got = 0
        self.size = None

    def part(self):
        """One connection; returns how much it brought."""
        before = self.got
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        try:
            connection.request("GET", self.path, headers={"Range": f"bytes={self.got}-"})
            response = connection.getresponse()
            if response.status != 206:
                log.info("status %d", response.status)
                return 0
            self.size = int(response.headers["Content-Range"].rpartition("/")[2])
            while data := response.read1(1024):
                self.got += len(data)
        except http.client.IncompleteRead as error:
            self.got += len(error.partial)
        finally:
            connection.close()
        return self.got - before

    def run(self):
        retry = Retry()
        for number in retry:
            if self.part():
                retry.progress()
            log.info("try %d: %d of %s", number, self.got, self.size)
            if self.got == self.size:
                return self.got
