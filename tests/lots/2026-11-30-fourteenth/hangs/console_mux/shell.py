"""A small shell: time, note, exit."""

import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Shell:
    def __init__(self, user):
        self.user = user
        self.commands = {"time": self.time, "note": self.note}
        self.job = None
        signal.signal(signal.SIGINT, self.interrupted)

    def interrupted(self, number, frame):
        if self.job:
            self.job.send_signal(number)

    def time(self):
        print(time.strftime("%H:%M"))

    def note(self):
        command = [sys.executable, os.path.join(HERE, "note.py"), self.user]
        self.job = subprocess.Popen(command, process_group=0)
        status = self.job.wait()
        self.job = None
        print("note:", "kept" if status == 0 else "not kept")

    def run(self):
        for line in iter(sys.stdin.readline, "exit\n"):
            command = self.commands.get(line.strip())
            if command:
                command()
            else:
                print("?", line.strip())


if __name__ == "__main__":
    Shell(sys.argv[1]).run()
