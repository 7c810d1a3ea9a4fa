"""Payments that are waited for, and a bank that tells of them after a while."""

import threading
import urllib.request


def post(url):
    with urllib.request.urlopen(urllib.request.Request(url, b"")) as answer:
        return answer.read()


class Payments:
    def __init__(self):
        self.events = {}
        self.base = None

    def expect(self, number):
        self.events[number] = threading.Event()
        threading.Timer(0.3, post, [f"{self.base}/paid/{number}"]).start()

    def wait(self, number):
        self.events[number].wait()

    def paid(self, number):
        self.events[number].set()
