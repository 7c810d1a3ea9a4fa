"""The full text of the seed catalogue."""

import contextlib

from whoosh import fields
from whoosh.filedb.filestore import RamStorage
from whoosh.qparser import QueryParser
from whoosh.writing import AsyncWriter

SCHEMA = fields.Schema(number=fields.ID(stored=True, unique=True), name=fields.TEXT(stored=True), text=fields.TEXT)


class Catalogue:
    def __init__(self):
        self.index = RamStorage().create_index(SCHEMA)

    @contextlib.contextmanager
    def edit(self):
        writer = self.index.writer()
        try:
            yield writer
        except BaseException:
            writer.cancel()
            raise
        writer.commit()

    def amend(self, number, **what):
        """Changes one entry, from wherever."""
        writer = AsyncWriter(self.index, delay=0.1)
        writer.update_document(number=number, **what)
        writer.commit()
        if writer.is_alive():
            writer.join()

    def find(self, words):
        with self.index.searcher() as searcher:
            query = QueryParser("text", SCHEMA).parse(words)
            return [hit["name"] for hit in searcher.search(query)]
