"""Counts the games of chess of five half moves (python-chess), which takes minutes."""

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
    print(perft(chess.Board(), 5), flush=True)
