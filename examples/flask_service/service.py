"""A web service that recognises words: POST a recording to /recognise.

    python service.py [--port 5000] [--locked]

All requests share one recogniser, and Flask handles each in a thread of its own.
"""

import argparse

from flask import Flask, jsonify, request
from recogniser import LockedRecogniser, Recogniser

app = Flask(__name__)


@app.post("/recognise")
def recognise():
    word, share = app.recogniser.recognise(request.get_data())
    return jsonify(word=word, share=share)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=5000)
    parser.add_argument("--locked", action="store_true", help="one call at a time")
    arguments = parser.parse_args()
    app.recogniser = LockedRecogniser() if arguments.locked else Recogniser()
    app.run(port=arguments.port, threaded=True)


if __name__ == "__main__":
    main()
