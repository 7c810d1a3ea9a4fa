import bodies

bodies.hang()
