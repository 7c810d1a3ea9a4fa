from sqlobject import ForeignKey, IntCol, SQLObject, StringCol


class Person(SQLObject):
    name = StringCol()
    born = IntCol()
    mother = ForeignKey("Person", default=None)

    def _init(self, id, *args, **kw):
        SQLObject._init(self, id, *args, **kw)
        self.title = self._title()

    def _title(self):
        if self.motherID is None:
            return self.name
        return f"{self.name}, child of {self.mother.name}"


PEOPLE = [
    ("Ida", 1841, None),
    ("Karin", 1866, "Ida"),
    ("Otto", 1869, "Ida"),
    ("Maja", 1891, "Karin"),
]


def fill():
    Person.createTable()
    known = {}
    for name, born, mother in PEOPLE:
        known[name] = Person(name=name, born=born, mother=known.get(mother)).id
    return known
