# hang: cause=import-deadlock confidence=certain|likely file=modules/warms_up.py python=3.8-3.15
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules"))
print("READY", flush=True)
import warms_up  # noqa
