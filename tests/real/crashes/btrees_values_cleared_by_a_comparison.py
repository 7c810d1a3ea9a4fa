# Values are sorted out by how large they are, and the comparison with the least empties the bucket.
# https://github.com/zopefoundation/BTrees/issues/226
from BTrees.OOBTree import OOBucket


class Price:
    def __init__(self, amount):
        self.amount = amount
        self.notes = [amount] * 20

    def __lt__(self, other):
        if self.amount == 7:
            prices.clear()  # <-- here
        return self.amount < other.amount


def cheapest(least):
    return prices.byValue(least)  # <-- here


for number in range(200):
    prices = OOBucket({name: Price(name) for name in range(20)})
    print(number, len(cheapest(Price(3))))  # <-- also
