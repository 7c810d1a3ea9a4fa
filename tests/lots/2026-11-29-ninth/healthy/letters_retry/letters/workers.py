"""Workers take letters from one tray; what cannot be sent now goes back to the tray after a while."""

import logging
import queue
import threading
import time

from letters.gates import Busy
from letters.model import Tally

log = logging.getLogger("letters.workers")


class Sender(threading.Thread):
    def __init__(self, number, tray, gates, tally):
        super().__init__(name=f"sender {number}", daemon=True)
        self.tray = tray
        self.gates = gates
        self.tally = tally

    def run(self):
        while True:
            letter = self.tray.get()
            try:
                self.gates.send(letter)
                self.tally.sent += 1
            except Busy as village:
                log.info("letter %d: %s is busy", letter.number, village)
                self.again(letter)
            finally:
                self.tray.task_done()

    def again(self, letter):
        letter.tries += 1
        if letter.tries > 50:
            self.tally.given_up += 1
            return
        self.tally.again += 1
        time.sleep(min(letter.tries, 8))
        self.tray.put(letter)


class Office:
    def __init__(self, gates, senders=4):
        self.tray = queue.Queue()
        self.tally = Tally()
        self.senders = [Sender(n, self.tray, gates, self.tally) for n in range(senders)]

    def send(self, letters):
        for sender in self.senders:
            sender.start()
        for letter in letters:
            self.tray.put(letter)
        self.tray.join()
        return self.tally
