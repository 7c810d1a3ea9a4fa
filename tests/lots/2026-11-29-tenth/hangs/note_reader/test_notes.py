"""python -m unittest test_notes"""

import logging
import unittest

from notes import Reader


class Notes(unittest.TestCase):
    def setUp(self):
        logging.getLogger("notes").debug("setting up %s", self.id())

    def test_a_bar(self):
        self.assertEqual(Reader("c e4. g2").read(), [("c", "4"), ("e", "4."), ("g", "2")])

    def test_bars(self):
        reader = Reader("c c | g g | a a")
        self.assertEqual(len(reader.read()), 6)
        self.assertEqual(reader.bars, 3)

    def test_chord(self):
        self.assertEqual(len(Reader("c4 (e g) c").read()), 4)

    def test_rest(self):
        self.assertEqual(Reader("r1").read(), [("r", "1")])


if __name__ == "__main__":
    unittest.main()
