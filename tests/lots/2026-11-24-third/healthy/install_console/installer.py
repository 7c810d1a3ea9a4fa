import time


def main():
    for package in range(1000):
        print(f"installing package {package} ... ", end="", flush=True)
        time.sleep(6)
        print("done", flush=True)


if __name__ == "__main__":
    main()
