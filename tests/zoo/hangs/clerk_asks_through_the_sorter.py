# hang: cause=self-deadlock python=3.8-3.15
import queue
import threading


class Letter:
    def __init__(self, number):
        self.number = number
        self.reply = queue.Queue()


class Desk:
    def __init__(self):
        self.inbox = queue.Queue()
        self.jobs = queue.Queue()
        threading.Thread(target=self.sort, daemon=True, name="sorter").start()
        threading.Thread(target=self.work, daemon=True, name="clerk").start()

    def sort(self):
        while True:
            letter = self.inbox.get()
            self.jobs.put((self.answer, (letter,)))

    def work(self):
        while True:
            do, given = self.jobs.get()
            do(*given)

    def answer(self, letter):
        number = letter.number
        letter.reply.put(self.ask(number - 5) if number > 5 else number)

    def ask(self, number):
        letter = Letter(number)
        self.inbox.put(letter)
        return letter.reply.get()  # <-- here


desk = Desk()
print(desk.ask(1))
print("READY", flush=True)
desk.ask(9)
