"""Draw one tour in the terminal and in four files; the suffix tells the format."""

from babieca import Board, find
from babieca.drawing.text import draw_text

tour = find(Board(6, 6), symmetry="half-turn")
print(draw_text(tour))
print(draw_text(tour, style="line"))

tour.save("tour.svg", orbits=True)
tour.save("tour.pdf", style="numbers", theme="print")
tour.save("tour.png", style="line", fill=True, size=600)
tour.save("tour.gif", speed=12, size=300)
print("written: tour.svg, tour.pdf, tour.png, tour.gif")
