"""``python -m consent_app.banner_script`` prints the script's size; exits with 1 if too large."""

from __future__ import annotations

import sys

from consent_app.banner_script import MAX_BYTES, choices, gpp, script


def main() -> int:
    """Print the sizes, and return the exit status."""
    size = len(script().gzipped)
    print(f"The banner's script has {size:,} bytes gzipped, of {MAX_BYTES:,} at most.")
    choices_size = len(choices().gzipped)
    print(f"Its second file, which few pages load, has {choices_size:,}.")
    print(f"What domains may ask for, GPP, has {len(gpp().gzipped):,}.")
    return 0 if size <= MAX_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
