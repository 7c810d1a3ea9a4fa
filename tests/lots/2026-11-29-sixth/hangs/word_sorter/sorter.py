"""Sorts words by the sort of the system, which gets them as they come."""

import queue
import threading

import sh


class Words(threading.Thread):
    """Reads texts and puts their words into a queue."""

    def __init__(self, texts):
        super().__init__(name="words", daemon=True)
        self.texts = texts
        self.queue = queue.Queue(maxsize=1000)
        self.count = 0

    def run(self):
        for text in self.texts:
            for word in text.lower().split():
                self.queue.put(word.strip(".,;") + "\n")
                self.count += 1


def sorted_words(texts):
    words = Words(texts)
    words.start()
    result = sh.sort("-u", _in=words.queue)
    return str(result).split()
