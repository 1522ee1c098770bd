"""Compare Babieca with other programs: `make peers`.

`asking` has the questions, `contestants` the programs that answer, `measuring` runs every answer
in a process of its own with limits, and `page` writes docs/peers.md. The other programs are
installed in build/peers; the package does not depend on them.
"""
