"""Vega, the charts' library, as one script for a page: from the package vl-convert-python, which brings Vega, Vega-Lite and
Vega-Embed with it and fetches nothing."""

import functools

from spinbench_results.commands import UsageError


@functools.cache
def script():
    """Sets vega and vegaEmbed on `window`. Raises UsageError where the package is missing."""
    try:
        import vl_convert
    except ImportError as error:
        raise UsageError("report needs the Python package vl-convert-python: pip install ./plotting") from error
    # Its top level would be the page's.
    return f"(function () {{\n{vl_convert.javascript_bundle()}\n}})();"


def versions():
    import vl_convert

    return f"Vega {vl_convert.get_vega_version()}, Vega-Embed {vl_convert.get_vega_embed_version()}"
