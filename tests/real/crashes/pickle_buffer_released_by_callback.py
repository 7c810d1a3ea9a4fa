# The answer of a buffer callback frees the buffer that is being pickled.
# https://github.com/python/cpython/issues/143308
import pickle


class Answer:
    def __bool__(self):
        buffer.release()  # <-- here
        content.clear()  # <-- here
        return True


def save():
    return pickle.dumps(buffer, protocol=5, buffer_callback=lambda _: Answer())  # <-- here


content = bytearray(64_000_000)
buffer = pickle.PickleBuffer(content)
save()
