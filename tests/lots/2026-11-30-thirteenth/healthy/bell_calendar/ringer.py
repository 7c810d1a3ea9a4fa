"""Rings bells by the calendar; two ringers, one of whom always waits for the other."""

import signal
import threading
import time

from calendar_queue import CalendarQueue


class Ringer(threading.Thread):
    rope = threading.RLock()

    def __init__(self, name, calendar):
        super().__init__(name=name, daemon=True)
        self.calendar = calendar

    def run(self):
        while True:
            with self.rope:
                action = self.calendar.get()
            action(self.name)


def ring(strokes):
    def action(who):
        for _ in range(strokes):
            time.sleep(0.5)
        print(time.strftime("%X"), who, "rang", strokes, "times", flush=True)
    return action


def main():
    calendar = CalendarQueue()
    for name in ("Ada", "Bruno"):
        Ringer(name, calendar).start()
    calendar.add("* * * * * */20", ring(4))
    calendar.add("* * * * *", ring(1))
    calendar.add("0 * * * *", ring(12))
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    main()
