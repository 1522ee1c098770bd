"""`python -m babieca` is the command `babieca`."""

from babieca.cli import main

main()
