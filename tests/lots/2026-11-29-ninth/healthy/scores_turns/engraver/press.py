"""The press: engravers in threads, who write into one file."""

import concurrent.futures
import ctypes
import logging

log = logging.getLogger("engraver.press")


class TooLong(Exception):
    pass


class Press:
    def __init__(self, library, path, engravers=2):
        self.library = ctypes.CDLL(library)
        if self.library.score_open(path.encode()):
            raise OSError(path)
        self.pool = concurrent.futures.ThreadPoolExecutor(engravers, "engraver")

    def engrave(self, piece, voice):
        bars = self.library.score_voice(f"{piece.title}, {voice.name}".encode(), voice.notes().encode())
        if bars < 0:
            raise TooLong(f"{voice.name} of {piece.title}")
        return bars

    def print(self, piece):
        jobs = {voice: self.pool.submit(self.engrave, piece, voice) for voice in piece.voices}
        for voice, job in jobs.items():
            try:
                log.info("%s: %d bars", voice.name, job.result())
            except TooLong as error:
                log.warning("left out: %s", error)

    def close(self):
        self.pool.shutdown()
        self.library.score_close()
