from jobs import Job
from printers import Office, Printer


def main():
    rules = [lambda job: job.at_most(20), Job.in_black]
    office = Office(Printer("hall", rules), Printer("attic", rules))
    sent = [
        office.send(Job("letter.pdf", 2)),
        office.send(Job("rota.pdf", 12)),
        office.send(Job("poster.pdf", 3, colour=True)),
        office.send(Job("minutes.pdf", 30)),
    ]
    for job in sent:
        print(job.wait(), job.path, flush=True)
    print(sum(printer.sheets for printer in office.printers), "sheets")


if __name__ == "__main__":
    main()
