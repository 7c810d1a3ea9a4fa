from runner import Runner

JOBS = [(2, "thumbnails", 25), (1, "backup", 70), (3, "index", 14), (2, "mails", 33), (5, "statistics", 40)]

if __name__ == "__main__":
    runner = Runner(2)
    for job in JOBS:
        runner.add(*job)
    runner.run()
    print("all done")
