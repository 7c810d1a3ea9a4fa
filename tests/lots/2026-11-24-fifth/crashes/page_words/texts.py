"""The text of pages, by the functions of PDFium itself."""

import ctypes

import pypdfium2.raw as pdfium


class Text:
    """The text of a page of a document of pypdfium2."""

    def __init__(self, page):
        self.page = page
        self.text = pdfium.FPDFText_LoadPage(page.raw)

    def all(self):
        count = pdfium.FPDFText_CountChars(self.text)
        buffer = ctypes.create_string_buffer(count + 1)
        pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        pdfium.FPDFText_GetText(self.text, 0, count, pointer)
        return bytes(buffer).decode("latin-1").rstrip("\0")

    def close(self):
        pdfium.FPDFText_ClosePage(self.text)
