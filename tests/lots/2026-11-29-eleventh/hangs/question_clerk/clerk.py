"""A clerk for postage: reads the weight of a letter in grams, and answers what it costs."""

import sys


def postage(grams):
    return next((price for limit, price in ((20, 95), (50, 110), (500, 180)) if grams <= limit), 290)


for line in sys.stdin:
    print(postage(int(line)), flush=True)
