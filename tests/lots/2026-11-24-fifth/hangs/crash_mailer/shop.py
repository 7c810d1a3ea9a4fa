import sys
import time

print("shop is open")
time.sleep(1.5)
sys.exit("no more bread")
