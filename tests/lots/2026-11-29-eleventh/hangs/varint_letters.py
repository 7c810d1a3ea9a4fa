"""Numbers as in protocol buffers: seven bits a byte, the eighth says that more come."""


def size_of(number):
    """How many bytes does `number` take?"""
    size = 1
    while number >> 7:
        number >>= 7
        size += 1
    return size


def frame(letters):
    """The sizes of the fields of each letter; the answers are told relative to the first one."""
    first = letters[0]["sent"]
    for letter in letters:
        yield size_of(letter["number"]) + size_of(letter["sent"] - first)


LETTERS = [
    {"number": 4001, "sent": 1_700_000_300},
    {"number": 4002, "sent": 1_700_004_000},
    {"number": 4003, "sent": 1_699_999_900},
    {"number": 4004, "sent": 1_700_009_000},
]

for letter, size in zip(LETTERS, frame(LETTERS)):
    print(letter["number"], size, flush=True)
