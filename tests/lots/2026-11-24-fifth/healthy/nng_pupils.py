"""A teacher asks (pynng), and pupils answer after they have thought for a while."""

import threading
import time

import pynng

ADDRESS = "inproc://class"


def pupil(name):
    with pynng.Rep0(dial=ADDRESS) as socket:
        while True:
            question = socket.recv().decode()
            time.sleep(6)
            socket.send(f"{name}: {eval(question, {})}".encode())


def main():
    with pynng.Req0(listen=ADDRESS, resend_time=-1) as teacher:
        threading.Thread(target=pupil, args=("kim",), name="kim", daemon=True).start()
        time.sleep(0.5)
        for number in range(1000):
            teacher.send(f"{number} * {number + 1}".encode())
            print(teacher.recv().decode(), flush=True)


if __name__ == "__main__":
    main()
