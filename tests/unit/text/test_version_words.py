"""What packages say of a version of another that they refuse."""

from __future__ import annotations

import pytest

from atfault.text.version_words import OtherVersion, other_version


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (
            "Numba needs NumPy 2.1 or less. Got NumPy 2.2.",
            OtherVersion("numpy", "<2.2", "2.2", "Numba"),
        ),
        ("Numba needs NumPy 1.24 or less", OtherVersion("numpy", "<1.25", "", "Numba")),
        (
            "Pandas requires version '2.0.1' or newer of 'numexpr' (version '1.8.0' currently "
            "installed).",
            OtherVersion("numexpr", ">=2.0.1", "1.8.0", "Pandas"),
        ),
        (
            "tokenizers>=0.14,<0.19 is required for a normal functioning of this module, but found "
            "tokenizers==0.20.0.",
            OtherVersion("tokenizers", ">=0.14,<0.19", "0.20.0"),
        ),
        (
            "jaxlib is version 0.4.1, but this version of jax requires version >= 0.4.11.",
            OtherVersion("jaxlib", ">=0.4.11", "0.4.1", "jax"),
        ),
        (
            "This version of TensorFlow Probability requires TensorFlow version >= 2.15; Detected "
            "an installation of version 2.14.0. Please upgrade",
            OtherVersion("tensorflow", ">=2.15", "2.14.0", "Probability"),
        ),
    ],
)
def test_it_is_read_of_their_own_words(message: str, found: OtherVersion) -> None:
    assert other_version(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "this needs Python 3.10 or newer",
        "index 5 is out of bounds for axis 0 with size 5",
        "This feature requires the driver 470 or later",
        "the table needs 3 rows or more",
        "",
    ],
)
def test_other_messages_name_none(message: str) -> None:
    assert other_version(message) is None
