"""A session in the editor: types, undoes, saves."""

import sys

from editor import Document, Macro


def session(steps):
    document = Document("Dear Sir or Madam,")
    macro = Macro("typing machine")
    macro.play(document, 100)
    for _ in range(10):
        document.undo()
    document.save()
    print(len(document.saved), "letters were saved", flush=True)
    macro.play(document, steps)
    document.save()
    print(len(document.saved), "letters were saved", flush=True)


if __name__ == "__main__":
    session(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
