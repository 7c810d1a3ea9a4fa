"""Labels of finds, as they stand on the boxes: kind, drawer, number."""

import csv

AGNES = "ammonite,3,31\ncrinoid,3,some\nammonite,1,8\n"
BASIL = "trilobite,1,4\nbelemnite,2,17\ntrilobite,2,2\nsea lily,1,1\n"


def finds(text):
    """Tuples of what the labels say; the number stays as it is written."""
    found = []
    for kind, drawer, number in csv.reader(text.splitlines()):
        found.append((kind, int(drawer), number))
    return found
