import os
import subprocess
import sys
import tempfile
import unittest

from archive import Mover, Shelf


class Shelves(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cellar = Shelf(os.path.join(folder.name, "cellar"))
        self.attic = Shelf(os.path.join(folder.name, "attic"))
        self.cellar.write(["maps", "bills", "letters"])
        self.attic.write(["hats"])

    def start_mover(self, source, target, *boxes):
        command = [sys.executable, "-m", "archive", str(source.folder), str(target.folder)]
        here = os.path.dirname(os.path.abspath(__file__))
        process = subprocess.Popen([*command, *boxes], cwd=here)
        self.addCleanup(process.wait)
        return process

    def test_one(self):
        self.assertTrue(Mover(self.cellar, self.attic).move("maps"))
        self.assertEqual(self.attic.boxes(), ["hats", "maps"])

    def test_missing(self):
        self.assertFalse(Mover(self.attic, self.cellar).move("shoes"))

    def test_two_movers(self):
        other = self.start_mover(self.attic, self.cellar, "hats")
        mover = Mover(self.cellar, self.attic)
        for box in ("maps", "bills", "letters"):
            self.assertTrue(mover.move(box))
        self.assertEqual(other.wait(), 0)
        self.assertEqual(self.cellar.boxes(), ["hats"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
