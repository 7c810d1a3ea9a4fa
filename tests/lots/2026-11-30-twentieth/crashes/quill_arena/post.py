"""Sorts the letters of a day."""
from arena import Letter

TEXTS = ["To the mill", "To the inn", "An die Mühle über dem Fluß"]


def day():
    for letter in map(Letter, TEXTS):
        yield letter.text()
        letter.burn()


if __name__ == "__main__":
    for text in day():
        print(text)
