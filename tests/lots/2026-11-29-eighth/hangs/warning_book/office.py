"""An office where forms of last year are still in use."""

import threading
import time
import warnings

import complaints


@complaints.deprecated
def lines(page):
    return len(page)


def words(page):
    return sum(len(text.split()) for text in page)


class Clerk(threading.Thread):
    def __init__(self, name, forms):
        super().__init__(name=name)
        self.forms = forms

    def run(self):
        for form in range(self.forms):
            time.sleep(0.02)
            if form % 3 == 0:
                warnings.warn(f"form {form} is of last year", UserWarning)


class Office:
    def __init__(self, book):
        self.book = book
        self.clerks = [Clerk(name, 9) for name in ("Dorn", "Esch")]

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
