"""Orders pots from the kiln, all at once."""

import http.client
import json
from concurrent.futures import ThreadPoolExecutor

import service

POTS = [
    {"name": "jug", "clay": "red", "litres": 2},
    {"name": "vat", "clay": "red", "litres": 60},
    {"name": "bowl", "clay": "white", "litres": 1},
    {"name": "lamp", "clay": "blue", "litres": 1},
    {"name": "cup", "clay": "white", "litres": 1},
]


def order(port, pot):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/pots", json.dumps(pot))
    response = connection.getresponse()
    answer = response.status, json.loads(response.read())
    connection.close()
    return answer


def main():
    port = service.start()
    with ThreadPoolExecutor(5, thread_name_prefix="buyer") as buyers:
        for answer in buyers.map(lambda pot: order(port, pot), POTS):
            print(*answer, flush=True)


if __name__ == "__main__":
    main()
