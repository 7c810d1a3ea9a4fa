"""Counts words: of what is given, and of what stands in the standard input if it is no terminal."""

import sys

texts = sys.argv[1:]
if not sys.stdin.isatty():
    texts.append(sys.stdin.read())
print(sum(len(text.split()) for text in texts))
