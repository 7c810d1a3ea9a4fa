"""Takes pages in from one queue of the system, and tells of each in the other one."""

import json
import sys
import time

import posix_ipc


def main():
    pages = posix_ipc.MessageQueue(sys.argv[1])
    reports = posix_ipc.MessageQueue(sys.argv[2])
    reports.send(json.dumps({"ready": True}))
    while True:
        text, _ = pages.receive()
        page = json.loads(text)
        if page["number"] is None:
            return
        time.sleep(0.01)
        reports.send(json.dumps({"printed": page["number"], "sheets": -(-page["lines"] // 60)}))


if __name__ == "__main__":
    main()
