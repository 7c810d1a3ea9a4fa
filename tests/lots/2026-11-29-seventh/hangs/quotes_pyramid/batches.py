"""Many small questions are answered at once: a batch costs as much as one question."""

import threading
import time


class Question:
    def __init__(self, text):
        self.text = text
        self.answer = None
        self.answered = threading.Event()


class Batcher:
    SIZE = 8

    def __init__(self):
        self.asked = threading.Condition()
        self.questions = []
        self.batches = 0
        threading.Thread(target=self._run, name="batcher", daemon=True).start()

    def ask(self, text):
        question = Question(text)
        with self.asked:
            self.questions.append(question)
            self.asked.notify()
        question.answered.wait()
        return question.answer

    def _take(self):
        with self.asked:
            while len(self.questions) < self.SIZE:
                self.asked.wait()
            taken, self.questions = self.questions[: self.SIZE], self.questions[self.SIZE :]
        return taken

    def _run(self):
        while True:
            batch = self._take()
            time.sleep(0.1)
            self.batches += 1
            for question in batch:
                question.answer = len(question.text) * 1.5
                question.answered.set()
