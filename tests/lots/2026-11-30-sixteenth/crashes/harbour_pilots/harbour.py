"""A day of the harbour master: python harbour.py LIBRARY"""

import concurrent.futures
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
POINTER, TEXT, DOUBLE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double
for name, result, arguments in [
    ("harbour_new", POINTER, []),
    ("harbour_berth", POINTER, [POINTER, TEXT, DOUBLE]),
    ("ship_new", POINTER, [TEXT, DOUBLE]),
    ("ship_may_enter", ctypes.c_int, [POINTER, POINTER]),
    ("ship_call_pilot", None, [POINTER, POINTER]),
    ("harbour_piloted", ctypes.c_int, [POINTER]),
]:
    getattr(library, name).restype = result
    getattr(library, name).argtypes = arguments

harbour = library.harbour_new()
berthed = {
    name: library.harbour_berth(harbour, name.encode(), draught)
    for name, draught in [("Anna", 4.2), ("Borkum", 6.0), ("Clementine", 8.9)]
}


def leave(name):
    library.ship_call_pilot(harbour, berthed.pop(name))
    return f"{name} leaves"


def arrive(name, draught):
    ship = library.ship_new(name.encode(), draught)
    if not library.ship_may_enter(harbour, ship):
        return f"{name} stays in the roads"
    library.ship_call_pilot(harbour, ship)
    return f"{name} arrives"


with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="tower") as tower:
    for job in [
        tower.submit(leave, "Anna"),
        tower.submit(arrive, "Deep Blue", 11.0),
        tower.submit(leave, "Borkum"),
        tower.submit(arrive, "Emma", 5.1),
        tower.submit(leave, "Clementine"),
    ]:
        print(job.result(), flush=True)
print(library.harbour_piloted(harbour), "ships had a pilot")
