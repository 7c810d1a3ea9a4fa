import threading
import unittest

from volumes import Manager, Refused


class Heartbeat:
    """The desk's heartbeat, which runs beside all that it does."""

    def __init__(self):
        self.beats = 0
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.beat, name="heartbeat", daemon=True)

    def beat(self):
        while not self.stop.wait(0.5):
            self.beats += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.stop.set()
        self.thread.join()


class VolumeTest(unittest.TestCase):
    def setUp(self):
        self.heart = self.enterContext(Heartbeat())
        self.manager = Manager()
        for name, size in [("home", 20), ("mail", 80), ("scratch", 400)]:
            self.manager.create(name, size)

    def test_attach(self):
        self.manager.attach("home", "alder")
        self.assertEqual(self.manager.at("alder"), ["home"])
        with self.assertRaises(Refused):
            self.manager.attach("home", "birch")

    def test_detach(self):
        self.manager.attach("mail", "alder")
        self.manager.detach("mail")
        self.assertEqual(self.manager.at("alder"), [])

    def test_migrate(self):
        self.manager.attach("scratch", "alder")
        self.assertFalse(self.manager.migrate("scratch", "alder"))
        self.assertTrue(self.manager.migrate("scratch", "birch"))
        self.assertEqual(self.manager.at("birch"), ["scratch"])

    def test_snapshot(self):
        self.manager.snapshot("mail", "monday")
        self.assertEqual(self.manager.volumes["mail"].snapshots, ["monday"])


if __name__ == "__main__":
    unittest.main()
