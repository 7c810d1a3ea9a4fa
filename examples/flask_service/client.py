"""Sends recordings to the service, from several threads at once.

    python client.py [--port 5000] [--threads 8] [--requests 50]

Ends with 0 when every word was recognised, with 1 when the service is gone or was wrong.
"""

import argparse
import http.client
import json
import sys
import threading
import urllib.error
import urllib.request

from recogniser import WORDS, recording_of


def ask(port, recording):
    """The word that the service hears in a recording."""
    url = f"http://127.0.0.1:{port}/recognise"
    headers = {"Content-Type": "application/octet-stream"}
    question = urllib.request.Request(url, recording, headers)
    with urllib.request.urlopen(question, timeout=30) as answer:
        return json.load(answer)["word"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=5000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--requests", type=int, default=50, help="of each thread")
    arguments = parser.parse_args()
    recordings = {word: bytes(recording_of(word)) for word in WORDS}
    right, wrong, lost = [], [], []

    def work(number):
        for turn in range(arguments.requests):
            word = WORDS[(number + turn) % len(WORDS)]
            try:
                heard = ask(arguments.port, recordings[word])
            except (urllib.error.HTTPError, KeyError) as error:
                wrong.append(error)
            except (OSError, http.client.HTTPException) as error:
                lost.append(error)
                return
            else:
                (right if heard == word else wrong).append(heard)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(arguments.threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(right)} right, {len(wrong)} wrong")
    if lost:
        print(f"the service is gone: {lost[0]}")
    return 1 if wrong or lost else 0


if __name__ == "__main__":
    sys.exit(main())
