"""Cards of a library, typed slowly, are sorted by a program of its own, which tells at the end."""

import subprocess
import sys
import threading
import time

CHILD = """
import sys
cards = sorted(sys.stdin, key=str.casefold)
sys.stdout.writelines(cards)
"""


def typist(stream, number):
    with stream:
        for card in range(number):
            time.sleep(5)
            stream.write(f"{(card * 37) % 100:02d} {'title ' * 3}\n")
            stream.flush()


with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
    typing = threading.Thread(target=typist, args=(child.stdin, 24), name="typist")
    typing.start()
    for number, line in enumerate(child.stdout):
        print(number, line.strip(), flush=True)
    typing.join()
print("sorted,", child.returncode)
