"""JSON of plain data (dict, list, str, int, float, bool, None).

The standard library's json is not imported inside the user's program: a file of that name beside
the script would be imported in its place.
"""

_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def dumps(plain):
    """ASCII text."""
    out = []
    _write(plain, out)
    return "".join(out)


def _write(plain, out):
    if plain is None:
        out.append("null")
    elif plain is True or plain is False:
        out.append("true" if plain else "false")
    elif type(plain) is int:
        out.append("%d" % plain)
    elif type(plain) is float:
        out.append(repr(plain) if -1e300 < plain < 1e300 else "null")
    elif type(plain) is str:
        out.append(_string(plain))
    elif type(plain) is dict:
        for at, key in enumerate(plain):
            out.append("%s%s:" % ("," if at else "{", _string(key)))
            _write(plain[key], out)
        out.append("}" if plain else "{}")
    else:
        out.append("[")
        for at, part in enumerate(plain):
            if at:
                out.append(",")
            _write(part, out)
        out.append("]")


def _string(text):
    out = []
    for char in text:
        code = ord(char)
        if char in _ESCAPES:
            out.append(_ESCAPES[char])
        elif 32 <= code < 127:
            out.append(char)
        elif code < 0x10000:
            out.append("\\u%04x" % code)
        else:
            code -= 0x10000
            out.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    return '"%s"' % "".join(out)
