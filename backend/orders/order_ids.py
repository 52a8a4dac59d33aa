"""Order ids: unguessable, short enough to read aloud, upper case, such as WT-4F7KQ-9XB2M.

Ten characters of Crockford's base 32 (no I, L, O or U) hold 50 random bits. People's ways of
writing an id (lower case, O for 0, no hyphens) all mean the same one.
"""

import re
import secrets

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_BITS = 50
_WRITTEN = re.compile(rf"WT-?([{_ALPHABET}]{{5}})-?([{_ALPHABET}]{{5}})")
_LOOKALIKES = str.maketrans("OIL", "011")


def new_order_id() -> str:
    """Return a fresh random order id."""
    number = secrets.randbits(_BITS)
    text = "".join(_ALPHABET[number >> shift & 31] for shift in range(0, _BITS, 5))
    return f"WT-{text[:5]}-{text[5:]}"


def canonical_order_id(written: str) -> str | None:
    """Return the id that a person wrote as `written`, or None where it cannot be one."""
    match = _WRITTEN.fullmatch(written.strip().upper().translate(_LOOKALIKES))
    return f"WT-{match[1]}-{match[2]}" if match else None
