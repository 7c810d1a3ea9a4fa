"""Letters as they come from the writing room: one page each, set in Courier."""

from __future__ import annotations

from pathlib import Path

HEAD = b"%PDF-1.4\n"


class Letter:
    def __init__(self, number: int, lines: list[str], remark: str = "") -> None:
        self.number = number
        self.lines = lines
        self.remark = remark

    def content(self) -> bytes:
        parts = ["BT /F1 11 Tf 60 760 Td 14 TL"]
        for line in self.lines:
            safe = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            parts.append(f"({safe}) Tj T*")
        parts.append("ET")
        if self.remark:
            parts.append(f"% {self.remark}")
        return "\n".join(parts).encode("latin-1")

    def to_bytes(self) -> bytes:
        body = self.content()
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n" % len(body) + body + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        ]
        out = bytearray(HEAD)
        places = []
        for at, text in enumerate(objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n" % at + text + b"\nendobj\n"
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        for place in places:
            out += b"%010d 00000 n \n" % place
        out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
            len(objects) + 1,
            table,
        )
        return bytes(out)


def write_inbox(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(1, 13):
        lines = [
            f"Letter {number}",
            "Dear sirs,",
            f"we thank you for your order of {number * 3} barrels,",
            "which leaves with the next boat.",
        ]
        remark = "set by hand, m." if number == 9 else ""
        path = folder / f"letter-{number:02}.pdf"
        path.write_bytes(Letter(number, lines, remark).to_bytes())
        paths.append(path)
    return paths
