import time

WIDTH = 40
time.sleep(0.1)  # asks the terminal for its colours
theme = {"full": "█", "empty": "·", "steps": "▁▂▃▄▅▆▇█"}
