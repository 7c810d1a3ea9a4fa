# A line that is written to a file in memory closes the file as its bytes are asked for.
# https://github.com/python/cpython/issues/143378
import io


class Line:
    def __init__(self, text):
        self.text = text

    def __buffer__(self, flags):
        report.close()  # <-- here
        return memoryview(self.text)


def finish(lines):
    report.writelines(lines)  # <-- here


report = io.BytesIO()
finish([b"title\n", Line(b"the last one\n")])
