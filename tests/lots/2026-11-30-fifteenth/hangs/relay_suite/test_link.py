from station import Frame


def test_sender(board):
    board.post("hello", Frame("west", "are you there?").encode())
    answer = Frame.decode(board.read("reply"))
    assert answer.sender == "east"
    assert answer.payload == "here I am"


def test_receiver(board):
    question = Frame.decode(board.read("hello"))
    assert question.sender == "west"
    board.post("reply", Frame("east", "here I am").encode())
