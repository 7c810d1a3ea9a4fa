# The index into a view releases the view and frees what is below it.
# https://github.com/python/cpython/issues/92888
class Row:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        view.release()  # <-- here
        pixels.clear()  # <-- here
        return self.number


def paint(row, value):
    view[row] = value  # <-- here


pixels = bytearray(32_000_000)
view = memoryview(pixels).cast("q")
paint(Row(2_000_000), 255)
