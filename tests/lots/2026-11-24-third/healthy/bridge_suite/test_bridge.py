import queue
import threading
import time
import unittest

from bridge import Bridge


class BridgeTests(unittest.TestCase):
    def setUp(self):
        self.horn = queue.Queue()
        self.listener = threading.Thread(target=self.horn.get, name="keeper", daemon=True)
        self.listener.start()

    def tearDown(self):
        self.horn.put("home")
        self.listener.join()

    def _raise(self):
        started = time.monotonic()
        self.assertTrue(Bridge().raise_())
        self.assertGreater(time.monotonic() - started, 8)


for number in range(20):
    setattr(BridgeTests, f"test_raise_{number:02}", BridgeTests._raise)
