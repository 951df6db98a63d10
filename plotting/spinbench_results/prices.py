"""What machines cost, from a file that the reader of a report writes:

    currency = "EUR"                 # any short name

    [machine."NVIDIA H200"]          # as the report and the plots call it
    price = 30000                    # of what one would buy: a card, or with its part of a host
    rack_watts = 1100                # what the rack must supply for it, its host included

Either may be missing.
"""

import dataclasses
import re

try:
    import tomllib
except ImportError:  # Python 3.10
    tomllib = None

from spinbench_results.files import Unreadable
from spinbench_results.text import clean

MOST_BYTES = 1 << 20


@dataclasses.dataclass(frozen=True)
class Price:
    """In `Prices.currency`; watts of the rack, or None."""

    price: float | None
    rack_watts: float | None


@dataclasses.dataclass(frozen=True)
class Prices:
    currency: str = ""
    machines: dict = dataclasses.field(default_factory=dict)

    def of(self, machine):
        """Of a machine by its name, with or without its host behind. "4 x NAME" without a price of its own is four of NAME."""
        plain, (count, one) = without_host(machine), counted(without_host(machine))
        own = self.machines.get(machine) or self.machines.get(plain)
        return own or times(self.machines.get(one, Price(None, None)), count)


def without_host(machine):
    return machine.rsplit(" (", 1)[0]


def is_of(name, machine):
    """Whether a price by this name is one of the machine."""
    return name in (machine, without_host(machine), counted(without_host(machine))[1])


def counted(machine):
    """(4, NAME) of "4 x NAME"."""
    count, _, one = machine.partition(" x ")
    return (int(count), one) if one and re.fullmatch("[1-9][0-9]{0,5}", count) else (1, machine)


def times(price, count):
    return Price(*(None if value is None else value * count for value in (price.price, price.rack_watts)))


def positive(entry, key, where):
    number = entry.get(key)
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not 1e-6 <= number < 1e15:
        raise ValueError(f"{key} of {where} must be a positive number, of 1e-6 to 1e15")
    return float(number)


def parse(data):
    """The prices in a TOML file's bytes. Raises ValueError with what is wrong."""
    if tomllib is None:
        raise ValueError("reading it needs Python 3.11 or newer")
    document = tomllib.loads(data.decode("utf-8-sig"))
    for key in document:
        if key not in ("currency", "machine"):
            raise ValueError(f"{clean(key, 40)}: expected currency, and [machine.NAME] for each")
    currency, machines = document.get("currency"), document.get("machine")
    if not isinstance(currency, str) or not 0 < len(currency) <= 12:
        raise ValueError('it must name the currency: currency = "EUR"')
    if not isinstance(machines, dict) or not machines or not all(isinstance(entry, dict) for entry in machines.values()):
        raise ValueError('it must have a part for each machine: [machine."NVIDIA H200"] with price = 30000')
    result = {}
    for name, entry in machines.items():
        shown = clean(name, 100)
        for key in entry:
            if key not in ("price", "rack_watts"):
                raise ValueError(f"{clean(key, 40)} of {shown}: expected price and rack_watts")
        result[name] = Price(positive(entry, "price", shown), positive(entry, "rack_watts", shown))
    return Prices(clean(currency), result)


def read(path):
    """The prices in a file. Raises Unreadable, naming it."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError("it has more than 1 MiB")
        return parse(data)
    except OSError as error:
        raise Unreadable(f"{clean(str(path))}: {error.strerror or 'cannot be read'}") from error
    except (ValueError, RecursionError) as error:  # broken TOML and broken UTF-8, too
        raise Unreadable(f"{clean(str(path))} is no file of prices: {clean(str(error) or 'nested too deeply', 200)}") from error
