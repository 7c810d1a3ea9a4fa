"""Documents and pages of the printing service."""

import logging

from _pages import ffi, lib

log = logging.getLogger(__name__)


class Page:
    def __init__(self, handle):
        self._handle = ffi.gc(handle, lib.page_free)

    def line(self, row, ink=255):
        lib.page_line(self._handle, row, ink)

    @property
    def ink(self):
        return lib.page_ink(self._handle)


class Document:
    def __init__(self, title, width=420, height=600):
        self.title = title
        self._handle = ffi.gc(lib.document_new(width, height), lib.document_free)
        self.pages = []

    def add(self):
        page = Page(lib.document_add(self._handle))
        self.pages.append(page)
        return page

    def close(self):
        log.info("%s: %d pages", self.title, len(self.pages))
        self.pages.clear()
        ffi.release(self._handle)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
