import collections
import sys

from packets import Radio


def main(path):
    radio = Radio(path)
    waiting = collections.deque()
    for number in range(500):
        waiting.append(radio.make(100 + number % 7 * 8, number % 128))  # <-- here
        if len(waiting) > 20:
            radio.send(waiting.popleft())  # <-- here
    while waiting:
        radio.send(waiting.pop())
    print("sent", radio.sent)


if __name__ == "__main__":
    main(sys.argv[1])
