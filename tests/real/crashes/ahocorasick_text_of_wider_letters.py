# A search goes on in a text with wider letters: it is copied into the narrower one's block.
# https://github.com/WojciechMula/pyahocorasick/issues/221
import ahocorasick


def search(parts):
    words = ahocorasick.Automaton()
    words.add_word("ab", 1)
    words.make_automaton()
    found = words.iter("")
    for part in parts:
        found.set(part, False)  # <-- here
    return list(found)  # <-- also


for size in range(1, 200):
    wide = "\U00022472" * (size * 8)
    search(["a" * size, wide, "b", wide, "c" * size])  # <-- also
