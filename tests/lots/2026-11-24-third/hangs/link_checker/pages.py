"""Pages of sites, made up."""

import time


class Gone(Exception):
    pass


class Site:
    def __init__(self, name, pages, gone=()):
        self.name = name
        self.pages = pages
        self.gone = frozenset(gone)

    def links(self):
        return [f"{self.name}/page-{n}" for n in range(self.pages)]

    def fetch(self, link):
        time.sleep(0.1)
        if int(link.rpartition("-")[2]) in self.gone:
            raise Gone(link)
        return 200
