"""Answers a night's questions for rooms."""
import random
import threading

from rooms import House


def answer(house, seed, answers):
    dice = random.Random(seed)
    for _ in range(4000):
        month, guests = dice.randint(1, 12), dice.randint(1, 4)
        answers.append(house.quote(month, guests))


def main():
    houses = [House(name) for name in ("Linde", "Adler", "Krone")]
    answers = []
    threads = [threading.Thread(target=answer, args=(house, seed, answers)) for seed, house in enumerate(houses)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(answers), answers[-1], House.quote.count)


if __name__ == "__main__":
    main()
