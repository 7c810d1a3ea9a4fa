def solve(questions, answers):
    for number, network, pairs in iter(questions.get, None):
        answers.put((number, network.version, [network.minutes(*pair) for pair in pairs]))
