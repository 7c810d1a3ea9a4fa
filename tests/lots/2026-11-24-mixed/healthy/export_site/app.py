import threading
import time

from flask import Flask, Response, jsonify

app = Flask(__name__)


class Exports:
    """One export at a time: the disk is slow."""

    def __init__(self):
        self.lock = threading.Lock()
        self.rows = 0

    def lines(self, count):
        with self.lock:
            for number in range(count):
                time.sleep(0.1)
                self.rows += 1
                yield f"{number};{number * number}\n"


exports = Exports()


@app.get("/export/<int:count>")
def export(count):
    return Response(exports.lines(count), mimetype="text/csv")


@app.get("/rows")
def rows():
    return jsonify(rows=exports.rows)
