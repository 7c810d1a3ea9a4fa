"""Of several hand-overs one that cannot be read costs the others nothing."""

from __future__ import annotations

from atfault.cli import exceptions
from atfault.cli.exceptions import readable
from atfault.options import Options


def test_a_hand_over_that_fails_is_a_warning(containing, monkeypatch):
    def read(content, options):
        return content if content != b"bad" else [][0]

    monkeypatch.setattr(exceptions, "read_uncaught", read)
    losses: list[str] = []
    assert readable([b"bad", b"good"], Options(), losses) == [b"good"]
    assert losses[0].startswith("reading a hand-over of the probe failed: IndexError: list index")
