"""Makes a document of text."""


def document(pages, lines):
    """A PDF, as bytes; each page has `lines` lines of text."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        None,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for page in range(pages):
        rows = "".join(
            f"(page {page} row {row} of a long report) Tj 0 -9 Td " for row in range(lines)
        )
        stream = f"BT /F1 8 Tf 30 780 Td {rows}ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        kids.append(f"{len(objects) + 1} 0 R")
        font = "/Resources << /Font << /F1 3 0 R >> >>"
        box = "/MediaBox [0 0 595 842]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} {font} /Contents {len(objects)} 0 R >>")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {pages} >>"
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n"
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    data += "".join(f"{place:010} 00000 n \n" for place in places)
    data += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return data.encode()
