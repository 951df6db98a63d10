"""The statistics of comparisons, on logarithms of times: a slow-down is a shift there, whatever the case's scale."""

import math

import numpy as np
from scipy import special

# Of a median of n normal values (of an even number the mean of the two in the middle), over that of their mean: from the laws
# of order statistics; beyond these the limit of many, which none exceeds.
MEDIAN_FACTOR = {1: 1.0, 2: 1.0, 3: 1.3460, 4: 1.1928, 5: 1.4342, 6: 1.2885, 7: 1.4731, 8: 1.3455, 9: 1.4949, 10: 1.3833,
                 11: 1.5088, 12: 1.4102}
LEAST_VARIANCE = 1e-12  # of a logarithm: clocks that tick in parts of a millionth repeat to the digit


def median_factor(count):
    return MEDIAN_FACTOR.get(count, math.pi / 2)


def within(groups):
    """(variance, degrees of freedom) of values about the means of their groups."""
    squares, freedom = 0.0, 0
    for group in groups:
        if len(group) > 1:
            mean = math.fsum(group) / len(group)
            squares += math.fsum((x - mean) ** 2 for x in group)
            freedom += len(group) - 1
    return (squares / freedom if freedom else math.nan), freedom


def expected_least(values, count):
    """The least of so many of the values, on the average over all choices of them."""
    ordered, ways = sorted(values), math.comb(len(values), count)
    return math.fsum(x * math.comb(len(ordered) - 1 - i, count - 1) / ways for i, x in enumerate(ordered))


def inverse_trigamma(y):
    """x with trigamma(x) = y, by Newton's method on 1/trigamma, which is nearly a line."""
    if y > 1e7:
        return 1 / math.sqrt(y)
    if y < 1e-6:
        return 1 / y
    x = 0.5 + 1 / y
    for _ in range(50):
        value = float(special.polygamma(1, x))
        step = value * (1 - value / y) / float(special.polygamma(2, x))
        x += step
        if -step / x < 1e-9:
            break
    return x


def prior_of(variances, freedoms):
    """(scale, degrees of freedom) of a scaled inverse chi-squared law from which the cases' true variances come, by the
    moments of the logarithms of what was estimated (G. K. Smyth, Stat. Appl. Genet. Mol. Biol. 3, 3 (2004), sec. 6.2).
    Infinite where the estimates differ by no more than chance; (nan, 0) for fewer than three cases."""
    known = [(max(v, LEAST_VARIANCE), f) for v, f in zip(variances, freedoms, strict=True) if f > 0]
    if len(known) < 3:
        return math.nan, 0.0
    z, half = np.log([v for v, _ in known]), np.array([f for _, f in known]) / 2
    e = z - special.digamma(half) + np.log(half)
    spread = float(np.var(e, ddof=1) - special.polygamma(1, half).mean())
    if spread <= 0:
        return float(np.exp(e.mean())), math.inf
    freedom = 2 * inverse_trigamma(spread)
    return float(np.exp(e.mean() + special.digamma(freedom / 2) - math.log(freedom / 2))), freedom


def moderated(variances, freedoms, own_above=False):
    """Each case's variance drawn towards what the cases have in common, with the degrees of freedom that it has then:
    [(variance, freedom)]; (nan, 0) where nothing is known. `own_above`: where the cases differ so much that they say less of
    one than its own values do, an estimate above what they have in common stays as it is. The law of the cases' variances is
    longer there than the one that is fitted, and to draw it down would make too much of its largest shifts."""
    scale, prior = prior_of(variances, freedoms)
    result = []
    for v, f in zip(variances, freedoms, strict=True):
        if prior == 0 or (own_above and prior < f and v > scale):
            result.append((max(v, LEAST_VARIANCE), f) if f else (math.nan, 0.0))
        elif math.isinf(prior):
            result.append((scale, 1e6))
        else:
            own = f * max(v, LEAST_VARIANCE) if f else 0.0
            result.append(((prior * scale + own) / (prior + f), prior + f))
    return result


def total(parts):
    """(variance, degrees of freedom) of a sum of independent parts of that kind (Welch and Satterthwaite)."""
    variance = sum(v for v, _ in parts)
    return variance, variance**2 / sum(v**2 / f for v, f in parts)


def p_value(shift, variance, freedom):
    """Two-sided, of no shift."""
    return float(2 * special.stdtr(freedom, -abs(shift) / math.sqrt(variance)))


def half_width(variance, freedom, alpha):
    """Of the two-sided interval at level 1 - alpha."""
    return -float(special.stdtrit(freedom, alpha / 2)) * math.sqrt(variance)


def benjamini_hochberg(p):
    """The p-values adjusted so that rejecting those up to alpha holds the expected share of false rejections to alpha, over
    all of them together (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B 57, 289 (1995))."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p)[::-1]
    ranks = np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum.accumulate(np.minimum(p[order] * len(p) / ranks, 1))
    return adjusted


def robust_variance(values, centre=0.0):
    """Of normal values about a centre, by the median of their distances: up to half of them may be something else."""
    return float((np.median(np.abs(np.asarray(values) - centre)) / 0.67449) ** 2)
