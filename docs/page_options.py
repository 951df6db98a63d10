"""The command line of the scripts that make a page from what the program, the compilers or recorded files say."""

import argparse


def wants_to_write(script):
    """Whether the page is to be written: --write. Else, without arguments, it is to be printed. `script`: the docstring, which
    --help prints; on anything else it exits with 2 and says what is known, before the script has done anything."""
    parser = argparse.ArgumentParser(description=script, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the page; else print it")
    return parser.parse_args().write
