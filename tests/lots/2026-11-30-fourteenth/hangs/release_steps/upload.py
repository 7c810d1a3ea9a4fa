import sys
import time

FILES = ["tool-1.4.tar.gz", "tool-1.4-py3-none-any.whl"]


def main(arguments):
    if "--list" in arguments:
        print("\n".join(FILES))
        return
    for name in FILES:
        print("look at", name, flush=True)
        time.sleep(0.1)
    if "--dry-run" in arguments:
        return
    print("upload, really? ", end="", flush=True)
    if sys.stdin.readline().strip() != "yes":
        sys.exit("not uploaded")
    print("uploaded")


main(sys.argv[1:])
