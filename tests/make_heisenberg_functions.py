#!/usr/bin/env python3
"""Writes tests/data/heisenberg_functions.json: values of cosine, sine, exponential and logarithm, correctly rounded to
double and float, at arguments that both types hold. Needs mpmath.

    python3 tests/make_heisenberg_functions.py > tests/data/heisenberg_functions.json
"""

import json
import random
import struct

import mpmath

mpmath.mp.prec = 300


def to_float(value):
    """To nearest: 300 bits leave no tie to be missed on the way over double, which only a tie could spoil."""
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def both(value):
    """Value as double and what the double misses, so that a test can tell errors below its last place."""
    high = float(value)
    return [high.hex(), float(value - mpmath.mpf(high)).hex()]


def words(generator):
    corners = [k << 29 for k in range(8)] + [(k << 29) + d & 0xFFFFFFFF for k in range(8) for d in (-1, 1)]
    return corners + [generator.getrandbits(32) for _ in range(200)]


def main():
    generator = random.Random(14)
    turns = []
    for word in words(generator):
        angle = 2 * mpmath.mpf(word) / 2**32
        turns.append([word, both(mpmath.cospi(angle)), both(mpmath.sinpi(angle))])
    exponents = [0.0, -0.0, 1.0, -1.0, -86.5, 87.5] + [generator.uniform(-86, 87) for _ in range(100)]
    exponents += [generator.uniform(-1, 1) * 2.0 ** -generator.randrange(20) for _ in range(100)]
    exponentials = [[x.hex(), both(mpmath.exp(mpmath.mpf(x)))] for x in map(to_float, exponents)]
    arguments = [1.0, 0.5, 2.0, to_float(2.0**-0.5), to_float(2.0**0.5), 1 + 2.0**-23, 1 - 2.0**-24]
    arguments += [generator.random() or 1.0 for _ in range(100)]
    arguments += [generator.uniform(0.5, 2) * 2.0 ** generator.randrange(-100, 100) for _ in range(50)]
    arguments += [1 + generator.uniform(-1, 1) * 2.0 ** -generator.randrange(2, 22) for _ in range(50)]
    logarithms = [[x.hex(), both(mpmath.log(mpmath.mpf(x)))] for x in map(to_float, arguments)]
    rows = {"turn": turns, "exponential": exponentials, "logarithm": logarithms}
    print("{" + ",\n".join(f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in table) + "]"
                           for name, table in rows.items()) + "}")


if __name__ == "__main__":
    main()
