import threading

from agenda import Agenda

agenda = Agenda()
threading.Thread(target=agenda.work, name="agenda", daemon=True).start()
for minute in range(4):
    lamps = agenda.after(20, print, "lamps on at", minute)
    agenda.after(5, print, "bell at", minute)
    lamps.wait()
