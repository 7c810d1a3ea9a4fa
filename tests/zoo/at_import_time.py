# zoo: cause=null-dereference signal=SIGSEGV file=modules/broken_at_import.py first=yes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules"))

import broken_at_import

print(broken_at_import.TABLE)
