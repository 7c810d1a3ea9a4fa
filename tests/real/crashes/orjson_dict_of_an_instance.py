# The dict of an instance shares its keys with the class; the fast walk does not know that.
# https://github.com/ijl/orjson/issues/287
import orjson


class Point:
    def __init__(self):
        self.x = 0
        self.y = 1


def save(point):
    return orjson.dumps(point.__dict__)  # <-- here


for _ in range(1000):
    save(Point())
