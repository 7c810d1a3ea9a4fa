# A place to go to in a text file was reckoned, not told by tell().
# https://github.com/python/cpython/issues/153662
import io


def skip(file, place):
    file.seek(place)
    return file.readline()  # <-- here


text = io.TextIOWrapper(io.BytesIO(b"twelve chars" * 100), encoding="utf-8")
text.read(20)
print(skip(text, (100 << 96) | (0x80 << 152)))
