# FreeType takes the font, but finds no glyph in it and sets no error.
# https://github.com/matplotlib/matplotlib/issues/32224
import base64
import io
import warnings

from matplotlib import ft2font

FONT = """
AQYFAFUAAAABAQFwHgDu7vXu7hJwDAJlLR4DAQEeACkBAR4Jbu7O7u7u7u7u7u7u7u7u7u7upWti
ZAAAgAAAAAAAAAAAVRIA7u4tGwEfAFUAHAAebu7u7u7u7u7u7u7u7hwRERH1Dx4AAQEBgR4A1///
//////0AKSj9AAAAAG0=
"""

warnings.filterwarnings("ignore")
font = ft2font.FT2Font(io.BytesIO(base64.b64decode(FONT)))
font.set_size(12.0, 72.0)
print("glyphs", font.num_glyphs)
print(font.load_char(ord("A")).width)  # <-- here
