"""report: which machine leads of three and more, and which machines and rows have a place at all."""

import example_files as example
import pytest
from example_machines import of_ranks

pytest.importorskip("vl_convert", reason="no vl-convert-python")

from spinbench_results import prices  # noqa: E402
from spinbench_results.report import conditions, ranking, rows  # noqa: E402


def machine(device, rates, **changes):
    """A document with a case of each L in `rates`."""
    return example.document(*(example.row(rate, device=device, params={"L": L}, **changes) for L, rate in rates.items()),
                            device=device)


def told(*documents, costs=prices.Prices()):
    """(the first lines, the warnings, the places)."""
    read = rows.report(example.read(*documents))
    found = ranking.places(read.rows, costs)
    return ranking.headline(*ranking.standings(found), read.rows), ranking.warnings(read.rows, found), found


# --- who leads ---

def test_a_third_machine_that_wins_every_case_that_it_shares_leads():
    """Seen: of three machines the two with the largest lattice led, though the third was twice as fast in all that it ran."""
    lines, warned, _ = told(machine("A", {256: 100, 512: 110, 16384: 1000}), machine("B", {256: 90, 512: 100, 16384: 950}),
                            machine("C", {256: 200, 512: 220}))
    assert lines[0].startswith("C is the fastest of 3 machines: 2 times (2) as fast as A over the 2 cases that both ran")
    assert warned[0].startswith("C and A, B did not run the same cases: ")
    assert warned[0].endswith("Over equal ones C is 2 times A, 2.21 times B.")


def test_none_leads_where_each_is_slower_than_another():
    lines, warned, _ = told(machine("A", {1: 10, 2: 10, 5: 20, 6: 20, 7: 99}), machine("B", {1: 5, 2: 5, 3: 30, 4: 30}),
                            machine("C", {3: 20, 4: 20, 5: 40, 6: 40}))
    assert lines[0] == ("None of 3 machines leads: A does by its fastest cases, but C is 2 times (2) as fast over the 2 cases "
                        "that both ran.")
    assert warned[0].startswith("A and C, B did not run the same cases: ")


def test_a_single_common_case_names_no_leader_and_takes_the_lead_from_one():
    lines, _, _ = told(machine("A", {1: 10, 2: 100}), machine("B", {1: 30}))
    assert lines[0] == ("None of 2 machines leads: A does by its fastest cases, but B is 3 times (3) as fast over the one case "
                        "that both ran.")
    lines, _, _ = told(machine("A", {1: 30, 2: 100}), machine("B", {1: 10}))
    assert lines[0].startswith("A is the fastest of 2 machines: 10 times as fast as B over 1 kernel")


def test_machines_that_are_about_equal_in_a_circle_have_a_first():
    lines, _, _ = told(machine("A", {1: 1.01, 2: 1.01, 5: 1, 6: 1, 7: 9}), machine("B", {1: 1, 2: 1, 3: 1.01, 4: 1.01}),
                       machine("C", {3: 1, 4: 1, 5: 1.01, 6: 1.01}))
    assert lines[0].startswith("A and C are about equal, the fastest of 3 machines: A is 0.99 times (0.99) as fast as C")


def test_joules_are_led_by_no_machine_that_loses_the_cases_that_it_shares():
    def made(device, per_nj):
        return example.document(*(example.row(100, device=device, params={"L": L},
                                              energy={"joules_per_unit": 1e-9 / value, "seconds": 2})
                                  for L, value in per_nj.items()), device=device)

    lines, _, _ = told(made("A", {1: 1, 2: 1}), made("B", {1: 0.9, 2: 0.9}), made("C", {1: 2, 2: 2}))
    assert "Per joule C leads, 2 times (2) A over the 2 cases that both ran." in lines[1]
    costs = prices.Prices("EUR", {name: prices.Price(price, None) for name, price in (("A", 100), ("B", 100), ("C", 1000))})
    lines, _, _ = told(machine("A", {256: 100, 512: 110}), machine("B", {256: 90, 512: 100}),
                       machine("C", {256: 200, 512: 220}), costs=costs)
    assert "For its price A leads, 1.11 times (1.1 to 1.11) B over the 2 cases that both ran." in lines[1]


# --- who stands ---

@pytest.mark.parametrize("serial", [
    {"backend": "cpu", "device": "A CPU", "params": {"L": 64, "threads": 1}},
    {"backend": "kokkos", "device": "A CPU, Kokkos Serial", "params": {"L": 64}}], ids=["threads = 1", "Kokkos Serial"])
def test_serial_references_rank_no_host(serial):
    """Seen: with `threads = 1` among its axes a host was ranked, and its one kernel was all that the cards were compared by."""
    two = [example.row(50, device="NVIDIA H100", kernel=kernel) for kernel in ("ising2d_metropolis", "ising3d_metropolis")]
    _, warned, found = told(example.document(*two, device="NVIDIA H100"),
                            example.document(example.row(100), example.row(0.1, **serial)))
    assert {p.machine for p in found} == {"NVIDIA H100", "NVIDIA H200"}
    assert "Not ranked, since only serial code on one core, for speed-ups, or another unit ran there: A CPU." in warned


def test_kernels_of_the_machine_itself_have_no_place():
    _, _, found = told(example.document(example.row(100), example.row(900, kernel="machine_alu")))
    assert [p.kernel for p in found] == ["ising2d_metropolis"]


def test_four_cards_of_ranks_do_not_stand_as_one():
    """Seen: the rate of four H100s was that of "NVIDIA H100", at the power of rank 0's."""
    cards = [f"H100 at {place}" for place in "6789"]
    one, four = of_ranks(cards[0], rate=100), of_ranks(*cards, rate=390, energy={"joules_per_unit": None, "counter_w": 142})
    other = example.document(example.row(150))
    lines, warned, found = told(example.document(one, four, device="NVIDIA H100"), other)
    assert lines[0].startswith("NVIDIA H200 is the fastest of 2 machines: 1.5 times as fast as NVIDIA H100")
    assert "Not ranked, since the ranks of a case share several devices of which one is ranked: 4 x NVIDIA H100." in warned
    # Without rows of one card the four have their place, by their own name.
    _, _, found = told(example.document(four, device="NVIDIA H100"), other)
    assert [(p.machine, p.row["rate"], p.row.get("watts"), p.row.get("per_nj")) for p in found] == [
        ("4 x NVIDIA H100", 390, None, None), ("NVIDIA H200", 150, 500, 0.3)]


def test_power_is_that_of_all_ranks_devices_or_none():
    row = of_ranks("H100 at 6", "H100 at 7", energy=None)
    plain = rows.plain(row, 0, 0, "m")
    assert "watts" not in plain and "cap_watts" not in plain and "per_nj" not in plain and plain["several"]
    assert ["the first device's power, W", "500"] in plain["conditions"]
    assert rows.plain({**row, "by_device": [row["conditions"]] * 2}, 0, 0, "m")["watts"] == 1000
    assert "watts" not in rows.plain(example.row(energy=None, devices=[0, 1]), 0, 0, "m")
    told_of, = conditions.of_machines(example.read(example.document(row))).values()
    assert dict(zip(conditions.CONDITIONS, told_of))["power, W"] == "-"


def test_counted_power_around_a_burst_is_no_lower_bound():
    burst = {"watts": 500, "figure": "burst", "counted": False}
    assert ranking.understated(burst) and not ranking.understated({**burst, "counted": True})
    assert not ranking.understated({**burst, "figure": "held"}) and not ranking.understated({"figure": "burst"})
