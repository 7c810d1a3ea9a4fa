"""Lamps of a harbour by a crontab, whose scheduler sleeps until the next minute."""
from crontab import CronTab

TAB = """
* * * * * echo red # lamp-red
*/2 * * * * echo green # lamp-green
"""


def main():
    tab = CronTab(tab=TAB)
    for job in tab:
        print(job.comment, job.is_valid())
    for result in tab.run_scheduler():
        print("lamp:", result, flush=True)


if __name__ == "__main__":
    main()
