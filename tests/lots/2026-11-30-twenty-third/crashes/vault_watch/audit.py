import collections
import ctypes

HOOK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p)
ctypes.pythonapi.PySys_AddAuditHook.argtypes = [HOOK, ctypes.c_void_p]


class Ledger:
    def __init__(self):
        self.seen = collections.Counter()

    def note(self, event, args, data):
        self.seen[event] += 1
        return 0

    def watch(self):
        """A hook of C: sys.addaudithook() calls for each thread's trace, this one does not."""
        if ctypes.pythonapi.PySys_AddAuditHook(HOOK(self.note), None):
            raise RuntimeError("no audit hook")
        return self
