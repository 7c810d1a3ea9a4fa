"""Plays the quiz with the master, and keeps the score."""

import os
import subprocess
import sys
import threading
import time


class Master:
    def __init__(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "master.py")
        self.process = subprocess.Popen(
            [sys.executable, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, word):
        self.process.stdin.write(word + "\n")
        answer = self.process.stdout.readline()
        return int(answer.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.stdin.close()
        self.process.wait()


class Score(threading.Thread):
    def __init__(self):
        super().__init__(name="score", daemon=True)
        self.points = 0

    def run(self):
        while True:
            time.sleep(1)
            with open(os.devnull, "w", encoding="utf-8") as board:
                print(self.points, file=board)


def main():
    score = Score()
    score.start()
    with Master() as master:
        for word in ("heron", "kingfisher", "coot"):
            score.points += master.ask(word)
            print(word, score.points, flush=True)


if __name__ == "__main__":
    main()
