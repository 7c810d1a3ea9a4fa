"""The archive: one Avro file a day."""

import contextlib
import io
import logging
import threading

import fastavro

log = logging.getLogger(__name__)

SCHEMA = fastavro.parse_schema({
    "type": "record",
    "name": "Revision",
    "namespace": "land.registry",
    "fields": [
        {"name": "number", "type": "long"},
        {"name": "editor", "type": "string"},
        {"name": "digest", "type": {"type": "fixed", "name": "Digest", "size": 20}},
        {"name": "when", "type": "long"},
        {"name": "before", "type": ["null", "Revision"], "default": None},
    ],
})


class Archive:
    def __init__(self, target=None):
        self.target = target or io.BytesIO()
        self.parcels = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def session(self):
        with self._lock:
            log.debug("archive open")
            try:
                yield self
            finally:
                log.debug("archive closed, %d parcels", len(self.parcels))

    def put(self, parcel, revision):
        start = self.target.tell()
        fastavro.schemaless_writer(self.target, SCHEMA, revision.record())
        self.parcels[parcel] = (start, self.target.tell() - start)
        return self.parcels[parcel][1]

    def get(self, parcel):
        start, size = self.parcels[parcel]
        self.target.seek(start)
        return fastavro.schemaless_reader(io.BytesIO(self.target.read(size)), SCHEMA)
