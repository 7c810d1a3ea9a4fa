"""The songs of a choir: pages of text by number."""

VERSES = [
    "The heron stands where reeds are tall",
    "and waits until the evening call",
    "the boats come home, the bells begin",
    "and so we let the evening in",
]


def song(number):
    """Song 0 is short; the others are longer, and the last one is the whole book."""
    return "\n".join(VERSES * (1 + number**2 * 12000)) + "\n"


def answer(line):
    kind, _, number = line.partition(" ")
    if kind != "song" or not number.isdigit():
        return "0\n"
    text = song(int(number))
    return f"{len(text)}\n{text}"
