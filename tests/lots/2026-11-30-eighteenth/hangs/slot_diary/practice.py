"""The desk of the practice books what comes by telephone, in a pool of two."""

import concurrent.futures
import threading

from diary import Diary

CALLS = [("weber", 20, 485), ("krause", 15, 560), ("lang", 30, 600), ("otto", 10, 480), ("vogel", 20, None)]


class Desk:
    def __init__(self):
        self.diary = Diary(480, 720)
        self.lock = threading.Lock()
        self.phone = concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="phone")

    def call(self, who, minutes, after):
        with self.lock:
            visit = self.diary.book(who, minutes, after)
        return f"{visit.who}: {visit.begin // 60}:{visit.begin % 60:02}"

    def day(self, calls):
        answers = [self.phone.submit(self.call, *call) for call in calls]
        return [answer.result() for answer in answers]


def main():
    desk = Desk()
    print(desk.day(CALLS[:3]), flush=True)
    print(desk.day(CALLS[3:]), flush=True)


if __name__ == "__main__":
    main()
