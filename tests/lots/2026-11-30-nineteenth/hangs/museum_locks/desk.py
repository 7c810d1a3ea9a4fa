"""The desk answers visitors while the loans office lends."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from register import Register
from rooms import DESK, LOANS, OBJECTS


class Lamp(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.6)


class Desk:
    def __init__(self, register):
        self.register = register

    def answer(self, what, number):
        found = getattr(self.register, what)(number)
        print(f"{number}: {found}", flush=True)
        return found


def lend_all(register):
    for number, house in LOANS:
        time.sleep(1.2)
        register.lend(number, house)
    return len(register.lent)


def main():
    Lamp(daemon=True).start()
    register = Register()
    for entry in OBJECTS:
        register.enter(*entry)
    desk = Desk(register)
    with ThreadPoolExecutor(2, thread_name_prefix="office") as pool:
        loans = pool.submit(lend_all, register)
        answers = [pool.submit(desk.answer, *request) for request in DESK]
        print(len([answer.result() for answer in answers]), "answers,", loans.result(), "loans", flush=True)


if __name__ == "__main__":
    main()
