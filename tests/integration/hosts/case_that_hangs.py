import bodies


def test_it():
    bodies.hang()
