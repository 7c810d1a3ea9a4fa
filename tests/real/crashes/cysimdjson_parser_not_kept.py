# A parsed document belongs to its parser, and nobody keeps the parser.
# https://github.com/TeskaLabs/cysimdjson/issues/50
import cysimdjson


def load(text):
    return cysimdjson.JSONParser().parse(text)  # <-- here


text = b'{"price": 9999, "names": [' + b",".join(b'"name %d"' % n for n in range(50_000)) + b"]}"
document = load(text)
others = [bytearray(100_000) for _ in range(50)]
print(document["price"], len(document["names"]))  # <-- here
