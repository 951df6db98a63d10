"""Writes the timed rows of results files in another tool's format:

  github-action-benchmark   customSmallerIsBetter of benchmark-action/github-action-benchmark
  bencher                   Bencher Metric Format (bencher run --adapter json)
  google-benchmark          Google Benchmark's JSON, for its compare.py: one entry a repetition, an iteration is a sweep
  csv                       a table for spreadsheets"""

from spinbench_results import exports, files, outputs
from spinbench_results.commands import UsageError, write
from spinbench_results.commands.compare import without_copies

HELP = "write results in other tools' formats"


def arguments(parser):
    parser.add_argument("format", metavar="FORMAT", choices=sorted(exports.FORMATS), help=", ".join(sorted(exports.FORMATS)))
    parser.add_argument("files", metavar="FILE", nargs="+", help="results files, or folders of them")
    parser.add_argument("-o", "--out", metavar="FILE", default="-", help="where to write (default: standard output)")


def run(options):
    outputs.refuse("-o", [options.out], options.files)
    documents = without_copies(files.read_side(options.files[0]) if len(options.files) == 1 else files.read(*options.files))
    if not exports.entries(documents):
        raise UsageError(f"{', '.join(options.files)}: no measured case in these files")
    write(options.out, exports.FORMATS[options.format](documents))
    return 0
