"""Check a tour printed in a book, and print its properties.

William Beverley published this tour in 1848: every row and every column adds up to 260.
"""

from babieca import InvalidTourError, formats

GRID = """
 1 30 47 52  5 28 43 54
48 51  2 29 44 53  6 27
31 46 49  4 25  8 55 42
50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58
16 19 34 61 40 57 10 23
63 14 17 36 21 12 59 38
18 35 64 13 60 37 22 11
"""

[tour] = formats.parse(GRID)
print("closed:", tour.closed)
print("semimagic:", tour.is_semimagic(), "with sums", tour.line_sums()[0][0])
print("crossings:", tour.crossings())

try:
    formats.parse(GRID.replace("62", "26"))
except InvalidTourError as error:
    print("with a misprint:", error)
