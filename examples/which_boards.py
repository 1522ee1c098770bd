"""Which rectangles have a closed tour? Theory answers without searching."""

from babieca import Board, exists

print("    " + " ".join(f"{columns:>2}" for columns in range(3, 15)))
for rows in range(3, 15):
    marks = (" *" if exists(Board(rows, columns)) else " ." for columns in range(3, 15))
    print(f"{rows:>3}", " ".join(marks))
print(exists(Board(4, 10)))
