"""An office where forms of last year are still in use."""

import threading
import time

import complaints
import forms


@complaints.deprecated
def lines(page):
    return len(page)


def words(page):
    return sum(len(text.split()) for text in page)


class Clerk(threading.Thread):
    def __init__(self, name, stack):
        super().__init__(name=name)
        self.stack = stack

    def run(self):
        for form in self.stack:
            time.sleep(0.02)
            form.check(self.stack.year)


class Office:
    def __init__(self, book):
        self.book = book
        self.clerks = [Clerk(name, forms.Stack(9, 2025)) for name in ("Dorn", "Esch")]
        forms.Census(*(clerk.stack for clerk in self.clerks)).start()

    def day(self):
        for clerk in self.clerks:
            clerk.start()
        for unit in (words, words, lines):
            time.sleep(0.1)
            print(unit.__name__, self.book.read(unit), flush=True)
        for clerk in self.clerks:
            clerk.join()


def main():
    with complaints.Book() as book:
        Office(book).day()


if __name__ == "__main__":
    main()
