"""Tables of the Itanium C++ ABI's grammar (sections "Type encodings", "Operator encodings" …)."""

from __future__ import annotations

BUILTIN = {
    "v": "void", "w": "wchar_t", "b": "bool", "c": "char", "a": "signed char",
    "h": "unsigned char", "s": "short", "t": "unsigned short", "i": "int", "j": "unsigned int",
    "l": "long", "m": "unsigned long", "x": "long long", "y": "unsigned long long",
    "n": "__int128", "o": "unsigned __int128", "f": "float", "d": "double", "e": "long double",
    "g": "__float128", "z": "...",
}  # fmt: skip

D_BUILTIN = {
    "n": "decltype(nullptr)", "f": "decimal32", "d": "decimal64", "e": "decimal128", "h": "half",
    "i": "char32_t", "s": "char16_t", "u": "char8_t", "a": "auto", "c": "decltype(auto)",
}  # fmt: skip

STD = {
    "Sa": "std::allocator", "Sb": "std::basic_string", "Ss": "std::string", "Si": "std::istream",
    "So": "std::ostream", "Sd": "std::iostream",
}  # fmt: skip

_TRAITS = "std::char_traits<char>"
STD_VERBOSE = {
    "Sa": "std::allocator",
    "Sb": "std::basic_string",
    "Ss": f"std::basic_string<char, {_TRAITS}, std::allocator<char> >",
    "Si": f"std::basic_istream<char, {_TRAITS} >",
    "So": f"std::basic_ostream<char, {_TRAITS} >",
    "Sd": f"std::basic_iostream<char, {_TRAITS} >",
}

SPECIAL = {
    "TV": "vtable for ", "TT": "VTT for ", "TI": "typeinfo for ", "TS": "typeinfo name for ",
    "TH": "TLS init function for ", "TW": "TLS wrapper function for ", "GV": "guard variable for ",
}  # fmt: skip

UNARY = {
    "ps": "+", "ng": "-", "ad": "&", "de": "*", "co": "~", "nt": "!", "pp": "++", "mm": "--",
    "aw": "co_await ",
}  # fmt: skip

BINARY = {
    "pl": "+", "mi": "-", "ml": "*", "dv": "/", "rm": "%", "an": "&", "or": "|", "eo": "^",
    "aS": "=", "pL": "+=", "mI": "-=", "mL": "*=", "dV": "/=", "rM": "%=", "aN": "&=", "oR": "|=",
    "eO": "^=", "ls": "<<", "rs": ">>", "lS": "<<=", "rS": ">>=", "eq": "==", "ne": "!=", "lt": "<",
    "gt": ">", "le": "<=", "ge": ">=", "ss": "<=>", "aa": "&&", "oo": "||", "cm": ",", "pm": "->*",
    "pt": "->", "dt": ".", "ds": ".*", "ix": "[]",
}  # fmt: skip

OPERATORS = {
    **UNARY, **BINARY, "aw": "co_await",
    "nw": "new", "na": "new[]", "dl": "delete", "da": "delete[]", "cl": "()", "qu": "?",
}  # fmt: skip

LITERAL_SUFFIX = {"i": "", "j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}
