import time


class NotFree(Exception):
    pass


class Rooms:
    def __init__(self, database):
        self.database = database

    def seats(self, room):
        return self.database.rows("SELECT seats FROM rooms WHERE name = ?", room)[0][0]

    def booked(self, hour):
        return {room for (room,) in self.database.rows(
            "SELECT room FROM bookings WHERE hour = ?", hour
        )}

    def find(self, hour, people):
        """The smallest room that is free and large enough."""
        with self.database.cursor() as cursor:
            cursor.execute("SELECT name FROM rooms ORDER BY seats")
            names = [name for (name,) in cursor.fetchall()]
            time.sleep(0.05)
            taken = self.booked(hour)
            for name in names:
                if name not in taken and self.seats(name) >= people:
                    return name
        raise NotFree(hour)

    def book(self, hour, people, who):
        room = self.find(hour, people)
        with self.database.cursor() as cursor:
            cursor.execute("INSERT OR IGNORE INTO bookings VALUES (?, ?, ?)", (room, hour, who))
        return room
