import dataclasses
import threading
import time

from paragraphs import interner, paragraph

LICENCE = "Permission is hereby granted, free of charge, to any person. " * 20


@dataclasses.dataclass
class Document:
    title: str
    paragraphs: list

    def words(self):
        return sum(len(text.split()) for text in self.paragraphs)  # <-- here


def documents(count):
    for n in range(count):
        own = [f"This is document {n}, part {part}. " * 30 for part in range(3)]
        yield Document(f"document {n}", [paragraph(text) for text in [*own, LICENCE]])  # <-- here


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)
        self.seconds = 0

    def run(self):
        while True:
            time.sleep(1)
            self.seconds += 1


def main():
    Clock().start()
    for shelf in range(5):
        words = sum(document.words() for document in documents(40))  # <-- here
        print("shelf", shelf, words, "words", interner.count(), "paragraphs", flush=True)


if __name__ == "__main__":
    main()
