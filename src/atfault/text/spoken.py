"""What compilers, linkers, make and the C library say in other languages than English.

`spoken.tsv` is made by tools/gen_spoken.py from the message catalogues of gcc 12, binutils 2.40,
make 4.3 and glibc 2.36. `text` is a whole word or text, or what stands before a name, and `behind`
what stands behind it.
"""

from atfault.text.tables import table

_ROWS = table("spoken.tsv")
SEVERITIES = {one["text"]: one["means"] for one in _ROWS if one["of"] == "severity"}
"""Word before the colon, in lower case → how bad it is."""
ERRNOS = {one["text"]: one["means"] for one in _ROWS if one["of"] == "errno"}
"""Text of the C library → missing, full or memory."""
SENTENCES = tuple(
    (one["means"], one["text"], one["behind"]) for one in _ROWS if one["of"] == "sentence"
)
"""What the linker and make say: (of what, the text before a name, the text behind it)."""
