"""Primes, and roots of unity modulo primes."""

import itertools
from collections.abc import Iterator

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def is_prime(number: int) -> bool:
    """Whether a number below 3.3e24 is prime: Miller's test with the first twelve primes.

    >>> [n for n in range(60, 80) if is_prime(n)], is_prime(2**61 - 1), is_prime(2**59 - 1)
    ([61, 67, 71, 73, 79], True, False)
    """
    if number < 2 or any(number % p == 0 for p in _WITNESSES):
        return number in _WITNESSES
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True


def primes_below(limit: int) -> Iterator[int]:
    """Yield the odd primes below a number, the largest first.

    >>> list(primes_below(20))
    [19, 17, 13, 11, 7, 5, 3]
    """
    return filter(is_prime, range(limit - 1 - limit % 2, 2, -2))


def root_of_unity(order: int, prime: int) -> int:
    """Return a number whose powers have this period modulo a prime, which is 1 modulo the order.

    >>> root_of_unity(5, 11), [pow(4, n, 11) for n in range(6)]
    (4, [1, 4, 5, 9, 3, 1])
    """
    factors = [p for p in range(2, order + 1) if order % p == 0 and is_prime(p)]
    for base in itertools.count(2):
        root = pow(base, (prime - 1) // order, prime)
        if all(pow(root, order // p, prime) != 1 for p in factors):
            return root
    raise AssertionError
