# zoo: cause=null-dereference signal=SIGSEGV core=yes
import ctypes
import pickle


class Handle:
    def __reduce__(self):
        return ctypes.string_at, (0,)


def load(data):
    return pickle.loads(data)  # <-- here


load(pickle.dumps(Handle()))
