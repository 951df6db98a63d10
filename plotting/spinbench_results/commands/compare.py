"""Compares two results files case by case: faster, same, slower or undecided, with an interval that knows how far runs of one
build differ. Exit code 1 only where a case got slower by more than the threshold, with --strict also where one is
undecided, missing, skipped or failed in NEW; 2 where the files are of different devices, drivers, compilers or
settings, unless --across says that this is the point.

BASE and NEW are files, or folders of files of one build each: with several runs a side the spread between runs is measured,
not assumed."""

import argparse
import json

from spinbench_results import cases, comparison, comparison_text, files, history, layout, outputs
from spinbench_results.commands import UsageError, show, write
from spinbench_results.text import clean

HELP = "compare two results files"


def part(text):
    """3% or 0.03."""
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: write 3% or 0.03")
    return value


def level(text):
    value = part(text)
    if not 1e-6 <= value <= 0.5:
        raise argparse.ArgumentTypeError(f"{text!r}: write a part from 0.000001 to 0.5")
    return value


def arguments(parser):
    parser.add_argument("base", metavar="BASE", help="results file, or a folder of runs of one build")
    parser.add_argument("new", metavar="NEW", help="the same of what is to be judged")
    parser.add_argument("--threshold", type=part, default=0.03, metavar="3%", help="a smaller change counts as the same")
    parser.add_argument("--alpha", type=level, default=0.01, metavar="0.01",
                        help="expected share of false alarms among all alarms; 1 - alpha is the intervals' level")
    parser.add_argument("--across", action="store_true", help="compare what differs in device, driver, compiler or settings")
    parser.add_argument("--strict", action="store_true",
                        help="exit code 1 also where a case is undecided, or missing, skipped or failed in a NEW run")
    parser.add_argument("--history", metavar="DIR", help="earlier files of this host: they tell how far its runs differ")
    parser.add_argument("--markdown", action="store_true", help="print Markdown, for a comment on a pull request")
    parser.add_argument("--json", metavar="FILE", help="write JSON to FILE; - is standard output, in place of the text")


def without_copies(documents):
    """Without copies, which it names."""
    for document, first in cases.copies(documents):
        files.complain_on_stderr(f"{clean(document.path)} is a copy of {clean(first.path)}, and counts once with it")
    return cases.distinct(documents)


def refuse(result):
    """Says what differs, and how to compare all the same."""
    for what, base, new in result.differences:
        files.complain_on_stderr(f"{what}: {base} | {new}")
    what = ", ".join(dict.fromkeys(d[0] for d in result.differences))
    raise UsageError(f"the files differ in {what}; compare what was measured alike, or say by --across that this is the point")


def run(options):
    outputs.refuse("--json", [options.json], [options.base, options.new, options.history])
    base, new = without_copies(files.read_side(options.base)), without_copies(files.read_side(options.new))
    levels = history.levels(files.read(options.history), like=new, without=[*base, *new]) if options.history else None
    result = comparison.compare(base, new, options.threshold, options.alpha, levels, options.across)
    if not result.verdicts:
        raise UsageError(f"{options.base} and {options.new} have no measured case in common")
    if result.differences and not options.across:
        refuse(result)
    if options.json:
        write(options.json, json.dumps(comparison_text.as_json(result), indent=1) + "\n")
    if options.json != "-":
        lines = comparison_text.markdown_text(result) if options.markdown else comparison_text.text(result, layout.width())
        show("\n".join(lines) + "\n")
    return 1 if result.alarms or (options.strict and not result.passed) else 0
