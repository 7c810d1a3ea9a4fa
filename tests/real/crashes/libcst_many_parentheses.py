# Generated source has a number in five thousand parentheses; the parser calls itself for each.
# https://github.com/Instagram/LibCST/pull/718
import libcst


def parsed(depth):
    source = "limit = " + "(" * depth + "1" + ")" * depth + "\n"
    return libcst.parse_module(source)  # <-- here


print(len(parsed(10).body))
print(len(parsed(5000).body))  # <-- also
