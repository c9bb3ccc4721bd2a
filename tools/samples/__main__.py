"""``python -m tools.samples``: write the samples of the API's reference, or ``--check`` them."""

from __future__ import annotations

import json
import sys

from tools.samples.calls import ROOT, calls
from tools.samples.curl import curl
from tools.samples.python import formatted, python
from tools.samples.typescript import typescript

SAMPLES = ROOT / "consent_app" / "reference" / "samples.json"


def text() -> str:
    """Return the up-to-date text of ``samples.json``."""
    all_calls = list(calls())
    scripts = formatted({call.operation_id: python(call) for call in all_calls})
    samples = {
        call.operation_id: {
            "curl": curl(call),
            "python": scripts[call.operation_id],
            "typescript": typescript(call),
        }
        for call in all_calls
    }
    return json.dumps(samples, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the file, or with ``--check`` exit with status 1 if it is out of date."""
    samples = text()
    if sys.argv[1:] != ["--check"]:
        SAMPLES.write_text(samples, encoding="utf-8")
    elif not SAMPLES.is_file() or SAMPLES.read_text(encoding="utf-8") != samples:
        print(
            f"{SAMPLES.relative_to(ROOT)} is out of date: run make clients",
            file=sys.stderr,
        )
        sys.exit(1)


if __name__ == "__main__":
    main()
