"""Digests as people read them."""


def fingerprint(digest: str) -> str:
    """The beginning of a digest, to be read aloud and compared: "3f9a 01bc 77de 40a2"; "" for an empty book."""
    return " ".join(digest[start : start + 4] for start in range(0, 16, 4)) if digest else ""
