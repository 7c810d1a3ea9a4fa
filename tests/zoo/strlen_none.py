# zoo: cause=null-dereference signal=SIGSEGV
import ctypes

libc = ctypes.CDLL(None)


class Record:
    def __init__(self, label):
        self.label = label

    def width(self):
        return libc.strlen(self.label)  # <-- here


print(sum(record.width() for record in [Record(b"one"), Record(None)]))
