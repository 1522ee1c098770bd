"""Babieca and other ways to the same answers, side by side: `make peers`.

`asking` has the questions, `contestants` who answers them and how, `measuring` gives every answer a
process of its own with limits, and `page` writes docs/peers.md. The peers live in build/peers and
are no dependency of the package.
"""
