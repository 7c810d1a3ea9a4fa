# Generated source adds up ten thousand texts; the parser calls itself for each.
# https://github.com/Instagram/LibCST/issues/619
import libcst


def parsed(texts):
    source = "message = (" + " + ".join(map(repr, texts)) + ")\n"
    return libcst.parse_module(source)  # <-- here


print(len(parsed(["a"] * 100).body))
print(len(parsed(["a"] * 10_000).body))  # <-- also
