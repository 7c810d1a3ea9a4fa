# The pages of a document that nothing else holds.
# https://github.com/pikepdf/pikepdf/issues/452
import io

import pikepdf

buffer = io.BytesIO()
document = pikepdf.new()
document.add_blank_page()
document.save(buffer)


def page_count(data):
    return len(pikepdf.Pdf.open(io.BytesIO(data)).pages)  # <-- here


print(page_count(buffer.getvalue()))  # <-- also
