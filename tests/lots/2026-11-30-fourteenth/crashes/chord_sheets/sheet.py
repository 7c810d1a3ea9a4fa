"""Set songs: chords that stand in brackets go above the line.

    python sheet.py [SONG]
"""

import contextlib
import re
import sys
from pathlib import Path

import cffi

SONG = """\
[Am]The water is [F]wide, I [C]cannot get [G]o'er
And neither have I wings to fly
[Am]Give me a [F]boat that can carry [C]two
"""
CHORD = re.compile(r"\[([^]]+)\]")

ffi = cffi.FFI()
ffi.cdef("""
    typedef struct Chord Chord;
    Chord *chords_new(int number);
    void chords_set(Chord *, int at, const char *name, int column);
    int chords_write(const Chord *, int number, char *line, int width);
    void chords_delete(Chord *);
""")
lib = ffi.dlopen(str(Path(__file__).with_name("sheet.so")))


@contextlib.contextmanager
def row(marks):
    chords = lib.chords_new(len(marks))
    try:
        for at, (name, column) in enumerate(marks):
            lib.chords_set(chords, at, name.encode(), column)
        yield chords
    finally:
        lib.chords_delete(chords)


def split(line):
    marks, text = [], ""
    for at, part in enumerate(CHORD.split(line)):
        if at % 2:
            marks.append((part, len(text)))
        else:
            text += part
    return marks, text


def set_line(line, width=100):
    marks, text = split(line)
    if marks:
        with row(marks) as chords:
            space = ffi.new("char[]", b" " * width)
            end = lib.chords_write(chords, len(marks), space, width)
            yield ffi.buffer(space, end)[:].decode()
    yield text


def main(names):
    song = Path(names[0]).read_text() if names else SONG
    for line in song.splitlines():
        for each in set_line(line):
            print(each, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
