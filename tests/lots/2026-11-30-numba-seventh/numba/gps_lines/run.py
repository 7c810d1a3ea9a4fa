"""Sentences of a satellite receiver: are their check sums right, and where was it?"""

from numba import njit
from receiver import Receiver

HEX = "0123456789ABCDEF"


@njit
def checked(sentence):
    star = len(sentence) - 3
    value = 0
    for at in range(1, star):
        value ^= sentence[at]
    text = sentence.decode()
    return text[star + 1] == HEX[value >> 4] and text[star + 2] == HEX[value & 15]


class Log:
    def __init__(self, receiver):
        self.receiver = receiver
        self.good = 0
        self.bad = 0

    def run(self):
        for sentence in self.receiver.sentences():
            if checked(sentence):
                self.good += 1
            else:
                self.bad += 1


class Report:
    def __init__(self, log):
        self.log = log

    def __str__(self):
        total = self.log.good + self.log.bad
        share = 100.0 * self.log.good / total if total else 0.0
        return f"{total} sentences, {share:.1f} % of them whole"


def main():
    log = Log(Receiver(500))
    log.run()
    print(Report(log))


if __name__ == "__main__":
    main()
