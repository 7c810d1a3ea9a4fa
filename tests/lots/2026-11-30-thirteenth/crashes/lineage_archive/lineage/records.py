"""Revisions of the documents of the land registry."""

import dataclasses
import datetime
import hashlib

START = datetime.datetime(2019, 3, 1, tzinfo=datetime.timezone.utc)


@dataclasses.dataclass(slots=True)
class Revision:
    number: int
    editor: str
    digest: bytes
    when: int
    before: "Revision | None" = None

    def record(self):
        """As nested dicts, oldest innermost, the way the schema has it."""
        chain = []
        revision = self
        while revision is not None:
            chain.append(revision)
            revision = revision.before
        nested = None
        for revision in reversed(chain):
            nested = {
                "number": revision.number,
                "editor": revision.editor,
                "digest": revision.digest,
                "when": revision.when,
                "before": nested,
            }
        return nested


EDITORS = ("hanna", "import", "piotr", "bulk-job", "wen")


def chain_of(parcel, number):
    """All revisions of a parcel, the newest one is returned."""
    revision = None
    for at in range(number):
        text = f"{parcel}/{at}".encode()
        when = int(START.timestamp()) + at * 3600
        revision = Revision(at, EDITORS[at % len(EDITORS)], hashlib.sha1(text).digest(), when, revision)
    return revision
