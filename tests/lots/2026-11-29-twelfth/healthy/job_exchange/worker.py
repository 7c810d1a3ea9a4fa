"""Does jobs: worker.py PORT NAME"""

import socket
import sys
import time


def work(job):
    time.sleep(2)
    return sum(map(ord, job)) % 97


def main():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as connection:
        stream = connection.makefile("rw")
        print(sys.argv[2], file=stream, flush=True)
        for job in stream:
            if job.strip() == "GO HOME":
                break
            print(work(job.strip()), file=stream, flush=True)


if __name__ == "__main__":
    main()
