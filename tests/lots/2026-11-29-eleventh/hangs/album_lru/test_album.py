"""python -m unittest: what is in an album?"""

import threading
import time
import unittest

from album import Album


class Projector(threading.Thread):
    """Hums while the tests run."""

    def __init__(self):
        super().__init__(name="projector", daemon=True)

    def run(self):
        while True:
            time.sleep(0.5)


class AlbumTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        Projector().start()

    def setUp(self):
        self.album = Album(room=3)
        for name in ("sea", "fell", "loch"):
            self.album.picture(name)

    def test_size(self):
        self.assertEqual(self.album.size(), len("picture of ") * 3 + 11)

    def test_the_oldest_is_dropped(self):
        self.album.picture("moor")
        self.assertEqual(self.album.loads, 4)
        self.assertNotIn("sea", self.album.nodes)

    def test_the_newest_again(self):
        self.album.picture("loch")
        self.assertEqual(self.album.size(), 44)


if __name__ == "__main__":
    unittest.main()
