# A reply of RESP3 has an array where the key of a map belongs.
# https://github.com/redis/hiredis-py/issues/205
import hiredis


def parse(reply):
    reader = hiredis.Reader()
    reader.feed(reply)
    return reader.gets()  # <-- here


print(parse(b"%1\r\n*1\r\n+name\r\n+value\r\n"))
