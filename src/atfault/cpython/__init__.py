"""CPython state read from memory: the interpreter, its threads, frames, lock, and objects."""
