"""Which lines of a log are well-formed?"""

import re

LINE = re.compile(r"(\w+(\s\w+)*:)+ ok")


def well_formed(lines):
    return [line for line in lines if LINE.match(line)]


log = [
    "import users: ok",
    "import orders of last year which were kept on the old server only",
]
print(well_formed(log))
