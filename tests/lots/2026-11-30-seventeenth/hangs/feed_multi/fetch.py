"""Several pages at a time, by one thread, with libcurl."""

import logging

import pycurl

from store import Page

log = logging.getLogger("fetch")


class Transfer:
    def __init__(self, base, name, room):
        self.page = Page(name, room)
        self.paused = False
        self.handle = pycurl.Curl()
        self.handle.setopt(pycurl.URL, f"{base}/{name}")
        self.handle.setopt(pycurl.WRITEFUNCTION, self.write)
        self.handle.setopt(pycurl.NOSIGNAL, 1)
        self.handle.transfer = self

    def write(self, part):
        if not self.page.add(part):
            self.paused = True
            return pycurl.WRITEFUNC_PAUSE
        return len(part)

    def go_on(self):
        if self.paused:
            self.paused = False
            self.handle.pause(pycurl.PAUSE_CONT)


class Fetcher:
    def __init__(self, base, room):
        self.base = base
        self.room = room
        self.multi = pycurl.CurlMulti()
        self.transfers = []

    def add(self, name):
        transfer = Transfer(self.base, name, self.room)
        self.transfers.append(transfer)
        self.multi.add_handle(transfer.handle)

    def perform(self):
        while True:
            status, running = self.multi.perform()
            if status != pycurl.E_CALL_MULTI_PERFORM:
                return running

    def finished(self):
        waiting, good, bad = self.multi.info_read()
        for handle in good:
            yield handle.transfer, None
        for handle, code, message in bad:
            yield handle.transfer, message

    def run(self):
        running = self.perform()
        while running or self.transfers:
            self.multi.select(0.5)
            running = self.perform()
            for transfer, error in list(self.finished()):
                self.multi.remove_handle(transfer.handle)
                self.transfers.remove(transfer)
                text = transfer.page.finish()
                if error:
                    log.warning("%s: %s", transfer.page.name, error)
                else:
                    yield transfer.page.name, text
                for other in self.transfers:
                    other.go_on()
