import time
import urllib.request


def fetch(url):
    with urllib.request.urlopen(url) as answer:
        return answer.status, answer.read()


def up(base, paths):
    started = time.perf_counter()
    for path in paths:
        status, body = fetch(base + path)
        if status != 200 or not body:
            raise RuntimeError(f"{path}: {status}")
    return time.perf_counter() - started
