"""A listener of supervisord: tells somebody when a program of ours has ended."""

import collections
import os
import sys
import threading
import time


def header(line):
    return dict(pair.split(":", 1) for pair in line.split())


class Mailer:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.sent = collections.Counter()

    def next_event(self):
        self.target.write("READY\n")
        line = self.source.readline()
        if not line:
            raise EOFError("supervisord is gone")
        fields = header(line)
        return fields["eventname"], header(self.source.read(int(fields["len"])))

    def answer(self, text="OK"):
        self.target.write(f"RESULT {len(text)}\n{text}")

    def run(self):
        while True:
            name, fields = self.next_event()
            if name == "PROCESS_STATE_EXITED" and fields.get("expected") == "0":
                self.mail(f"{fields['processname']} has ended")
            self.answer()

    def mail(self, text):
        self.sent[text] += 1
        print("mail:", text, file=sys.stderr, flush=True)


def beats():
    """Touches a file, so that the monitoring knows that this one lives."""
    path = os.environ.get("BEAT")
    while True:
        time.sleep(2)
        if path:
            os.utime(path)


if __name__ == "__main__":
    threading.Thread(target=beats, name="beats", daemon=True).start()
    Mailer(sys.stdin, sys.stdout).run()
