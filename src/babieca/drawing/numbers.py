"""Numbers in pictures: all numbers of a picture have the same style."""

from __future__ import annotations

import math

import numpy as np

from babieca.drawing.picture import Floats

LARGEST_IN_FULL = 10**6


def in_one_style(values: Floats) -> list[str]:
    """Write whole numbers in full, others with equal decimals, or all with exponents.

    >>> in_one_style(np.array([8.0, 9862.0])), in_one_style(np.array([0.12345, -2.5]))
    (['8', '9 862'], ['0.12', '-2.50'])
    >>> in_one_style(np.array([13267364410532.0, 5.0, 0.0]))
    ['1.3e13', '5.0e0', '0']
    """
    largest = float(np.abs(values).max(initial=0.0))
    if largest < LARGEST_IN_FULL and (values == np.rint(values)).all():
        return [f"{int(value):,}".replace(",", " ") for value in values.tolist()]
    if not 1e-3 <= largest < LARGEST_IN_FULL:
        return [_with_exponent(value) for value in values.tolist()]
    decimals = max(0, 2 - math.floor(math.log10(max(largest, 1.0))))
    return [f"{value:,.{decimals}f}".replace(",", " ") for value in values.tolist()]


def _with_exponent(value: float) -> str:
    """Write one decimal and a short exponent."""
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}" if value else "0"
