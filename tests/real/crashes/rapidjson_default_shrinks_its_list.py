# A hook that turns objects into JSON shortens the list that is being written.
# https://github.com/python-rapidjson/python-rapidjson/issues/238
import rapidjson


class Point:
    pass


points = [Point() for _ in range(256)]


def plain(point):
    del points[128:]  # <-- here
    return None


def save():
    return rapidjson.dumps(points, default=plain)  # <-- here


print(len(save()))
