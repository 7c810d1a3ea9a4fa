# A value that is put into a template of bytes empties the template.
# https://github.com/python/cpython/issues/142557
class Price:
    def __init__(self, amount):
        self.amount = amount

    def __repr__(self):
        template.clear()  # <-- here
        return "%.2f" % self.amount


def fill(price):
    return template % (price,)  # <-- here


template = bytearray(b"%a " + b"and so on " * 3_000_000)
print(len(fill(Price(3.5))))
