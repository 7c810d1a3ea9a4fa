"""Orders pots from the kiln, one after the other."""

import http.client
import json

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
    for pot in POTS:
        print(pot["name"], *order(port, pot), flush=True)


if __name__ == "__main__":
    main()
