import csv
import io

from plugins import register


@register("csv")
def export(rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
