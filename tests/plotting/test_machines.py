"""Which machine a row is of: what stands as one, what is told apart, and by which name."""

import example_files as example
import pytest
from example_machines import H100, LONG, document, of_ranks

from spinbench_results import machines, prices


def names(*documents, **options):
    read = example.read(*documents)
    name = machines.Names(read, **options)
    return [name(one, row) for one in read for row in one.rows]


# --- several devices ---

def test_the_devices_of_ranks_are_counted_as_those_of_one_process():
    four = of_ranks(*(f"H100 at {place}" for place in "6789"))
    assert machines.device_name(four) == f"4 x {H100}" and machines.device_name(four, ranks=False) == H100
    assert machines.device_name(of_ranks("H100 at 6", "H100 at 7", "H100 at 6", "H100 at 7")) == f"2 x {H100}"
    assert machines.device_name(example.row(devices=[0, 1], device=H100)) == f"2 x {H100}"
    # Ranks that share a card, and processes of one host's processor.
    assert machines.device_name(of_ranks("H100 at 6", "H100 at 6")) == H100
    assert machines.device_name(of_ranks(None, None, backend="cpu", device="A CPU")) == "A CPU"


def test_cards_of_several_ranks_have_the_price_of_as_many():
    costs = prices.Prices("EUR", {H100: prices.Price(100, 7), "2 x NVIDIA H200": prices.Price(5, None)})
    assert costs.of(f"4 x {H100} (host)") == prices.Price(400, 28) and costs.of(H100) == prices.Price(100, 7)
    assert costs.of("2 x NVIDIA H200") == prices.Price(5, None)
    assert costs.of("4 x NVIDIA H200") == costs.of("9" * 400 + f" x {H100}") == prices.Price(None, None)
    assert prices.is_of(H100, f"4 x {H100} (host)") and not prices.is_of("NVIDIA H200", H100)


# --- hosts of one name ---

def test_a_card_beside_another_processor_is_another_machine():
    made = [document(example.row(device=H100, params={"L": L}), device=H100, cpu=cpu)
            for L, cpu in ((64, "CPU 0"), (128, "CPU 1"))]
    assert names(*made) == [f"{H100} (CPU 0)", f"{H100} (CPU 1)"]


def test_cards_of_one_kind_are_told_apart_where_they_ran_the_same():
    """Seen: the rows of two cards stood as one machine's, and the newest file's were all that showed."""
    made = [document(example.row(rate, device=H100), device=H100, card=card)
            for rate, card in ((1, "GPU-aaaaaaaa-1"), (2, "GPU-bbbbbbbb-2"))]
    assert names(*made) == [f"{H100} (card GPU-aaaaaaaa)", f"{H100} (card GPU-bbbbbbbb)"]
    # Numbers that begin alike.
    made[1] = document(example.row(2, device=H100), device=H100, card="GPU-aaaaaaaa-2")
    assert len(set(names(*made))) == 2


def test_cards_that_ran_different_cases_are_one_kind_of_machine_and_that_is_said():
    made = [document(example.row(device=H100, params={"L": L}), device=H100, card=f"GPU-{L}") for L in (64, 128)]
    assert names(*made) == [H100, H100] and names(*made, most_apart=None) == [f"{H100} (card GPU-64)", f"{H100} (card GPU-128)"]
    assert machines.Names(example.read(*made)).notes == [
        f"Several machines, which history tells apart by cards and cores, stand as one of a kind: {H100} (2)."]
    assert machines.Names(example.read(*made[:1])).notes == []


def test_more_cards_than_a_legend_tells_apart_are_one_kind_of_machine():
    made = [document(example.row(device=H100), device=H100, card=f"GPU-{card}") for card in range(machines.MOST_APART + 1)]
    assert set(names(*made)) == {H100} and len(set(names(*made[:-1]))) == machines.MOST_APART
    assert f"{H100} (5)" in machines.Names(example.read(*made)).notes[0]


def test_the_serial_reference_of_every_run_tells_no_machines_apart():
    serial = example.row(0.2, variant="row_order", backend="cpu", device="A CPU", params={"L": 1024})
    threads = {**serial, "params": {"L": 1024, "threads": 0}}
    assert names(*(document(serial, cores=cores) for cores in (8, 16))) == ["A CPU"] * 2
    assert names(*(document(threads, cores=cores) for cores in (8, 16))) == ["A CPU (8 cores)", "A CPU (16 cores)"]


# --- long names ---

def test_long_names_are_cut_in_the_middle_and_stay_different():
    made = [document(example.row(device=H100), device=H100, host=LONG.format(node)) for node in (1, 2)]
    short = names(*made, most=60)
    assert len(set(short)) == 2 and all(len(name) <= 60 and name.startswith(H100) for name in short)
    assert short[1].endswith("-node-0002.hpc.example.edu)")
    alike = machines.shortened(["a" * 99, "a" * 50 + "b" + "a" * 48, "short"], 20)
    assert len(set(alike.values())) == 3 and max(map(len, alike.values())) == 20 and alike["short"] == "short"


# --- serial code ---

@pytest.mark.parametrize("changes,serial", [
    ({"params": {"L": 8}}, True), ({"params": {"L": 8, "threads": 1}}, True), ({"params": {"L": 8, "threads": 0}}, False),
    ({"params": {"L": 8, "threads": 16}}, False), ({"params": {"L": 8, "ranks": 2}}, False),
    ({"params": {"L": 8, "ranks": 1}}, True), ({"backend": "kokkos", "device": "A CPU, Kokkos Serial"}, True),
    ({"backend": "kokkos", "device": "A CPU, Kokkos OpenMP"}, False),
    ({"backend": "kokkos", "device": "NVIDIA H200"}, False), ({"backend": "cuda"}, False)], ids=str)
def test_what_is_serial_code_on_one_core(changes, serial):
    assert machines.is_serial(example.row(**{"backend": "cpu", "device": "A CPU", **changes})) is serial
