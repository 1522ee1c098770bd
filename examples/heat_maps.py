"""Numbers on squares and moves: the W table, and which moves closed tours cannot do without."""

from babieca import Board, Graph, count
from babieca.drawing import draw_degrees, draw_usage

board = Board(5, 6)
graph = Graph.from_board(board)
draw_degrees(board).save("degrees.svg")

total = count(board)
usage = {}
for edge in graph.edges():
    rest = [other for other in graph.edges() if other != edge]
    usage[edge] = total - count(Graph.from_edges(rest, vertices=range(len(graph))))
draw_usage(board, usage).save("usage.svg")

always = sum(used == total for used in usage.values())
never = sum(used == 0 for used in usage.values())
print(f"{total} closed tours of {board}: {always} moves are in all of them, {never} in none")
