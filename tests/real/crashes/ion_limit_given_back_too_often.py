# The limit that is passed is released with each call, although it was only lent.
# https://github.com/amazon-ion/ion-python/issues/347
import amazon.ion.simpleion as ion

LIMITS = {"texts": int("6" + "0" * 5), "symbols": int("7" + "0" * 5)}


def read(text):
    return ion.loads(text, text_buffer_size_limit=LIMITS["texts"])  # <-- here


def count(texts):
    found = []
    for text in texts:
        found.append(read(text))  # <-- also
    return found


print(len(count(['{name: "ada", notes: [1, 2, 3]}'] * 50)))
names = [str(number) for number in range(1000)]  # <-- also
print(len(names), LIMITS["texts"])  # <-- here
