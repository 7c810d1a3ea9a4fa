# A document that is nested deeper than the stack is long.
# https://github.com/ijl/orjson/issues/458
import orjson


def load(document):
    return orjson.loads(document)  # <-- here


depth = 1_000_000
load(b"[" * depth + b"]" * depth)
