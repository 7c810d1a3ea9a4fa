import os
import threading

import pytest

from codec import Codec


@pytest.fixture(scope="module")
def codec():
    return Codec(os.environ["CODEC"])


@pytest.fixture(autouse=True)
def background():
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait, name="background", daemon=True)
    thread.start()
    yield
    stop.set()
    thread.join()


@pytest.mark.parametrize("data", [b"", b"a", b"aaaa", b"a" * 1000, b"aabb"])
def test_round_trip(codec, data):
    assert codec.decode(codec.encode(data)) == data


def test_counts(codec):
    before = codec.encoded
    codec.encode(b"zzz")
    assert codec.encoded == before + 1


def test_text(codec):
    text = b"the quick brown fox jumps over the lazy dog"
    assert codec.decode(codec.encode(text)) == text  # <-- here
