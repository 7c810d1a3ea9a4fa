import functools
import json
import time


@functools.lru_cache(maxsize=32)
def report(year):
    time.sleep(0.5)
    return {"year": year, "months": [year * month % 97 for month in range(1, 13)]}


def app(environ, start_response):
    _, kind, *rest = environ["PATH_INFO"].split("/")
    if kind != "report" or len(rest) != 1 or not rest[0].isdigit():
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"no such report\n"]
    body = json.dumps(report(int(rest[0]))).encode()
    start_response(
        "200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    )
    return [body]
