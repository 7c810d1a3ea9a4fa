"""Finds pages that are blank."""

import logging

from pages import Scan

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("blanks")
PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"


def blank_document(pages):
    kids = " ".join(f"{number + 3} 0 R" for number in range(pages))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>"]
    objects += [PAGE] * pages
    data = b"%PDF-1.4\n"
    for number, body in enumerate(objects, 1):
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    return data + b"trailer << /Root 1 0 R >>\n%%EOF\n"


def blanks(scan, most):
    for picture in scan.pictures():
        ink = picture.ink()
        log.info("page %d: %.4f", picture.number, ink)
        if ink <= most:
            yield picture.number


def main():
    scan = Scan(blank_document(3), scale=4)
    print("blank:", list(blanks(scan, 0.0005)))


if __name__ == "__main__":
    main()
