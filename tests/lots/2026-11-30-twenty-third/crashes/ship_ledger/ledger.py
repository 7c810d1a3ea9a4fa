import functools

import cffi

ffi = cffi.FFI()
ffi.cdef("""
struct ledger;
struct ledger *ledger_new(void);
int ledger_enter(struct ledger *l, const char *format, ...);
const char *ledger_text(const struct ledger *l);
void ledger_free(struct ledger *l);
""")


@functools.lru_cache(maxsize=None)
def load(path):
    return ffi.dlopen(path)


class Ledger:
    SHORT = b"%-20s %-14s by %s\n"
    LONG = b"%-20s %-14s by %s %8ld kg  page %ld of day %ld\n"

    def __init__(self, path, day):
        self.library = load(path)
        self.handle = ffi.gc(self.library.ledger_new(), self.library.ledger_free)
        self.day = day
        self.count = 0

    def enter(self, goods, port, weight, clerk, line=SHORT):
        self.count += 1
        texts = [ffi.new("char[]", text.encode()) for text in (goods, port, clerk)]
        numbers = [ffi.cast("long", number) for number in (weight, self.count, self.day)]
        return self.library.ledger_enter(self.handle, line, *texts, *numbers)

    def text(self):
        return ffi.string(self.library.ledger_text(self.handle)).decode()
