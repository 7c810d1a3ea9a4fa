"""Records in parts of a minute; three threads hand blocks on."""

import pathlib
import queue
import tempfile
import threading

import soundfile

from clock import Microphone

RATE = 16000


def capture(microphone, blocks):
    while True:
        blocks.put(microphone.read())


def meter(blocks, measured):
    while True:
        block = blocks.get()
        measured.put((float(abs(block).max()), block))


def write(folder, measured):
    part = 0
    while True:
        path = pathlib.Path(folder, f"part{part}.flac")
        with soundfile.SoundFile(path, "w", RATE, 1, "PCM_16") as file:
            for _ in range(8):
                peak, block = measured.get()
                file.write(block)
                print(path.name, round(peak, 2), flush=True)
        path.unlink()
        part += 1


def main():
    blocks, measured = queue.Queue(1), queue.Queue(1)
    with tempfile.TemporaryDirectory() as folder:
        threads = [
            threading.Thread(target=capture, args=(Microphone(RATE, 7.5), blocks), name="capture"),
            threading.Thread(target=meter, args=(blocks, measured), name="meter"),
            threading.Thread(target=write, args=(folder, measured), name="writer"),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
