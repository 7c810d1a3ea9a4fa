"""In which encodings are the letters of a corpus written? Guessed, letter by letter."""

import random

import chardet

ENCODINGS = ["utf-8", "cp1251", "iso-8859-7", "shift_jis", "windows-1252"]
TEXTS = {
    "utf-8": "Grüße aus Köln, schöne Straßen, ",
    "cp1251": "Привет из города, улицы красивы, ",
    "iso-8859-7": "Χαιρετισμούς από την πόλη, ",
    "shift_jis": "町からのご挨拶、通りは美しい、",
    "windows-1252": "Café à la crème, déjà vu, ",
}


def letters(rng):
    while True:
        encoding = rng.choice(ENCODINGS)
        yield encoding, (TEXTS[encoding] * rng.randrange(200, 900)).encode(encoding)


def main(count=60_000):
    rng = random.Random(5)
    right = 0
    source = letters(rng)
    for number in range(1, count + 1):
        encoding, content = next(source)
        guess = chardet.detect(content)
        right += (guess["encoding"] or "").lower() == encoding
        if number % 50 == 0:
            print(number, right, flush=True)


if __name__ == "__main__":
    main()
