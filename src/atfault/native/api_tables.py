"""The tables of functions through which extension modules call each other, by the variable that an
extension keeps the table in.

    static void **PyArray_API;      NULL until import_array() has asked numpy for its table
"""

from typing import NamedTuple


class ApiTable(NamedTuple):
    variable: bytes
    """How its name ends, lower case: PY_ARRAY_UNIQUE_SYMBOL gives it another beginning."""
    package: str
    fill: str
    """What sets it, as a C author writes it."""
    spelled: bytes
    """The name in the package's own header."""


TABLES = (
    ApiTable(b"array_api", "numpy", "import_array()", b"PyArray_API"),
    ApiTable(b"ufunc_api", "numpy", "import_umath()", b"PyUFunc_API"),
    ApiTable(b"pydatetimeapi", "datetime", "PyDateTime_IMPORT", b"PyDateTimeAPI"),
    ApiTable(b"pygreenlet_api", "greenlet", "PyGreenlet_Import()", b"_PyGreenlet_API"),
    ApiTable(b"pycurses_api", "curses", "import_curses()", b"PyCurses_API"),
)


def table_of(name: str) -> ApiTable | None:
    """The table that a variable of that name is for; None for any other variable."""
    low = name.lower().encode("utf-8", "replace")
    return next((one for one in TABLES if low.endswith(one.variable)), None)


def only_table_in(data: bytes) -> str:
    """Name of the one such variable that a file's symbols or debug information speak of; "" for
    none, or several."""
    found = [one for one in TABLES if b"\0" + one.spelled + b"\0" in data]
    return found[0].spelled.decode() if len(found) == 1 else ""
