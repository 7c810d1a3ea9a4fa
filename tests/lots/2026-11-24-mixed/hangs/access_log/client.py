import sys
import urllib.request

url = sys.argv[1]
for i in range(200):
    with urllib.request.urlopen(url + "/articles/1") as answer:
        answer.read()
print("200 requests answered")
