"""How many words has a text?"""

import ctypes
import os

HERE = os.path.dirname(os.path.abspath(__file__))

counter = ctypes.CDLL(os.path.join(HERE, "libcounter.so"))
print(counter.words_in(b"the quick brown fox"), "words")
