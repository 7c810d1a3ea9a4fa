# A reader goes on at the end of a log file that nobody writes to any more.
# https://docs.python.org/3/tutorial/inputoutput.html#methods-of-file-objects
with open("service.log", "w") as file:
    file.write("started\n" * 1000)

log = open("service.log")
seen = 0
print("READY", flush=True)
while True:  # <-- here
    line = log.readline()  # <-- here
    if not line:  # <-- here
        continue  # <-- here
    if line.startswith("stopped"):
        break
    seen += 1
