import time

while True:
    time.sleep(15)
    print(time.strftime("%X"))
