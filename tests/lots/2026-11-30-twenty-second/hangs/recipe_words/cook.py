import threading
import time
from multiprocessing.pool import ThreadPool

from grammar import line, parse

SHORT = ["stir 200 g flour, 3 eggs.", "add 100 ml milk, salt (fine).", "bake."]
BOOK = {
    "pancakes": "# for four\nstir 200 g flour, 3 eggs.\nadd 400 ml milk (cold).\n",
}


def kettle(stop):
    degrees = 20
    while not stop.wait(0.5):
        degrees = degrees + 4 if degrees < 96 else 20


class Kitchen:
    def __init__(self):
        self.pool = ThreadPool(2)
        self.started = time.monotonic()

    def check(self, text):
        try:
            return line.parse(text).verb
        except Exception as error:
            return f"? {error}"

    def read(self, name):
        return name, [step.verb for step in parse(BOOK[name])]

    def open(self):
        for verb in self.pool.imap(self.check, SHORT):
            print(verb, flush=True)
        for name, verbs in self.pool.imap(self.read, BOOK):
            print(name, verbs, flush=True)


def main():
    stop = threading.Event()
    threading.Thread(target=kettle, args=(stop,), daemon=True).start()
    Kitchen().open()
    stop.set()


if __name__ == "__main__":
    main()
