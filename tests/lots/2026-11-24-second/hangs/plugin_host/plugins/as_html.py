import html
import time

time.sleep(0.2)  # reads its templates

from plugins import register  # <-- here


@register("html")
def export(rows):
    cells = ("".join(f"<td>{html.escape(str(cell))}" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{row}" for row in cells)
