"""Text from strangers' files, made safe to show."""

MOST = 2000  # characters of a text that is shown


def clean(text, most=MOST):
    """`text` with everything that does not print (terminal escapes, line ends, marks that turn the direction, lone
    surrogates) spelt out as \\x1b, and cut after `most` characters."""
    if len(text) > most:
        text = text[: most - 3] + "..."
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def clean_tree(value, depth=0):
    """A JSON value with all texts in it, keys too, made clean. Raises ValueError where it is nested too deeply."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        if depth > 40:
            raise ValueError("nested too deeply")
        return [v if type(v) is float else clean_tree(v, depth + 1) for v in value]
    if isinstance(value, dict):
        if depth > 40:
            raise ValueError("nested too deeply")
        return {clean(key): clean_tree(v, depth + 1) for key, v in value.items()}
    return value


def markdown(text):
    """`text` as a code span in a cell of a Markdown table."""
    return "`" + clean(text).replace("`", "'").replace("|", "\\|") + "`"
