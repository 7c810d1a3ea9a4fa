# head has its line and is gone; the producer gets no SIGPIPE, as the parent has the pipe open, too.
# https://docs.python.org/3/library/subprocess.html#replacing-shell-pipeline
import subprocess

producer = subprocess.Popen(["seq", "1", "10000000"], stdout=subprocess.PIPE)
head = subprocess.Popen(["head", "-1"], stdin=producer.stdout, stdout=subprocess.PIPE)
print(head.communicate()[0])
print("READY", flush=True)
producer.wait()  # <-- here
