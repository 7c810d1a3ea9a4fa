import difflib
import threading


class Comparison:
    """How alike two versions are. One comparison at a time: they take much memory."""

    _turn = threading.Lock()

    def __init__(self, name, old, new):
        self.name, self.old, self.new = name, old, new
        self.ratio = None

    def run(self):
        with self._turn:
            matcher = difflib.SequenceMatcher(None, self.old, self.new, autojunk=False)
            self.ratio = matcher.ratio()
        print(self.name, f"{self.ratio:.4f}", flush=True)
