"""Lay a text along a tour, count the tours that read it, and draw the puzzle and its answer."""

from babieca import text_puzzle

puzzle = text_puzzle("Rocinante relincha y sueña con cuatro herraduras nuevas", seed=5)
print(puzzle)

# A text of few letters reads along many tours: a few step numbers make it unique.
song = "la la la la la la la la la la la la"
print(text_puzzle(song, "4x6").verdict)
print(text_puzzle(song, "4x6", givens=24).verdict)

puzzle.picture().save("puzzle.svg")
puzzle.answer().save("answer.svg")
print("written: puzzle.svg, answer.svg")
