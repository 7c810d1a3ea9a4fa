"""Posts mailings and asks how far they are, every ten seconds."""

import json
import sys
import time
import urllib.request

base = f"http://127.0.0.1:{sys.argv[1]}/mailing"


def call(url, method="GET"):
    with urllib.request.urlopen(urllib.request.Request(url, method=method)) as answer:
        return json.load(answer)


time.sleep(3)
keys = [call(f"{base}?text=hello&recipients=300", "POST")["key"] for _ in range(3)]
while True:
    time.sleep(10)
    states = [call(f"{base}/{key}") for key in keys]
    print([state["sent"] for state in states], flush=True)
    if all(state["sent"] == state["of"] for state in states):
        break
