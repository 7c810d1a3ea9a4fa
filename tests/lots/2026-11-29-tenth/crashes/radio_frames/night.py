import sys

from radio import Radio

radio = Radio(sys.argv[1])
heard = 0
for second in range(60):
    length = radio.listen(second)
    radio.keep(length)
    heard += length
    if second % 5 == 0:
        print(second, heard, flush=True)
print("heard", heard)
