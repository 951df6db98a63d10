"""The command line of the scripts that make a page from what the program, the compilers or recorded files say."""

import argparse


def parser(script, write="write the page; else print it"):
    """Knows --write, which does what `write` says, and --help, which prints `script`, the docstring. On anything else, words cut
    short among it, it exits with 2 and says what is known: a script parses before it does anything, some of which takes minutes."""
    result = argparse.ArgumentParser(description=script, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    result.add_argument("--write", action="store_true", help=write)
    return result


def wants_to_write(script):
    """Whether a script that knows nothing else is to write its page."""
    return parser(script).parse_args().write
