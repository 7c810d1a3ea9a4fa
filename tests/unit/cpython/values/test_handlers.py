"""The table of decoders by C type."""

from __future__ import annotations

from atfault import lazy
from atfault.cpython.values import handlers


def test_every_type_of_the_table_has_its_decoder() -> None:
    for name, place in handlers.PLACES.items():
        module, _, function = place.partition(":")
        assert function.startswith("decode_"), name
        assert callable(lazy.load(f"{handlers.__package__}.{module}:{function}")), name
    assert handlers.BUILT_IN.keys() == handlers.PLACES.keys()
