# A parsed document belongs to its parser, and nobody keeps the parser.
# https://github.com/TkTech/pysimdjson/issues/53
import simdjson


def load(text):
    return simdjson.Parser().parse(text)  # <-- here


document = load('{"price": 9999, "names": [' + ",".join('"name %d"' % n for n in range(50_000)) + "]}")
others = [bytearray(100_000) for _ in range(50)]
for _ in range(100):
    print(document["price"], len(list(document["names"])))  # <-- here
