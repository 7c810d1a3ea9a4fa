# hang: cause=stuck-native-call confidence=likely|possible|certain watch=yes computes=yes first=yes
import re

HEADER = re.compile(r"^(\w+\s?)*:$")


def parse(line):
    return HEADER.match(line)  # <-- here


print("READY", flush=True)
parse("this line has many words and no colon at its end which costs a lot of time!")
