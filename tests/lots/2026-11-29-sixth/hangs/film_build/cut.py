"""Takes the title out of the first pictures."""

import sys

with open("film/pipe", "rb") as pipe, open(sys.argv[-1], "wb") as title:
    title.write(pipe.read(8192))
    while pipe.read(8192):
        pass
