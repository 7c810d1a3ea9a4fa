"""Counts the games of chess of six half moves (python-chess), which takes very long."""

import chess


def perft(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


if __name__ == "__main__":
    print(perft(chess.Board(), 6), flush=True)
