import os
import pathlib
import tempfile

import pytest

from scanner import Lamp, Scanner


@pytest.fixture
def lamp():
    lamp = Lamp()
    lamp.start()
    yield lamp
    lamp.off.set()
    lamp.join()


@pytest.fixture
def folder(fs):
    place = pathlib.Path(tempfile.gettempdir()) / f"scans-{os.getpid()}"
    fs.create_dir(place)
    return place


class Album:
    def __init__(self, folder):
        self.folder = folder

    def pages(self):
        return sorted(path.name for path in self.folder.glob("*.pgm"))

    def size(self):
        return sum(path.stat().st_size for path in self.folder.glob("*.pgm"))


def test_empty_album(folder):
    assert Album(folder).pages() == []


def test_pages_are_sorted(folder):
    for name in ("page-002.pgm", "page-001.pgm"):
        (folder / name).write_bytes(b"P5")
    assert Album(folder).pages() == ["page-001.pgm", "page-002.pgm"]
    assert Album(folder).size() == 4


def test_scan(folder, lamp):
    scanner = Scanner(folder)
    picture = scanner.scan()
    assert picture.read_bytes().startswith(b"P5")
    assert Album(folder).pages() == ["page-001.pgm"]
