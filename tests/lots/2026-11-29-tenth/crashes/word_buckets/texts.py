"""Texts, and the words that they are made of."""

import re
import unicodedata

WORD = re.compile(r"[a-z]+")

TEXTS = {
    "yard": "The fox and the hen and the other hen are in the yard, and so is the cock.",
    "lake": "A heron stands in the reeds; another heron stands on the other shore of the lake.",
    "note": "A hen!",
    "mill": "The mill stands still, and the miller sleeps, as there is neither wind nor corn.",
}


def words(text):
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return WORD.findall(plain)
