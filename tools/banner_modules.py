"""``python -m tools.banner_modules``: bundle the banner script from its modules.

The modules below ``consent_app/banner_script/source`` become the files in ``built``, one classic
script each, so that running the service does not need Node.js. esbuild renames what is declared in
them and removes what only people need. The stamp next to the files has the SHA-256 of their
sources and of the files. ``make banner-script`` and ``make clients`` bundle them; ``make check``
fails if the stamp is out of date.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.npm import MissingPackagesError
from tools.digests import digest_of
from tools.gpp_module import PACKAGES, ROOT, packages
from tools.gpp_module import SOURCE as NPM

SOURCE = ROOT / "consent_app" / "banner_script" / "source"
BUILT = ROOT / "consent_app" / "banner_script" / "built"
STAMP = "stamp.sha256"
STRICT = '--banner:js="use strict";'
# The platform's file is joined with others, and its stub is a function already.
FILES = {
    "banner": ("main", ["--bundle", "--format=iife", STRICT]),
    "choices": ("choices", ["--bundle", "--format=iife", STRICT]),
    "gpp": ("gpp", ["--bundle", "--format=iife"]),
    "gpp-stub": ("gpp-stub", []),
}
"""Each built file: the module with which it begins, and how esbuild makes it."""

# The browsers that the documentation names understand it.
TARGET = "es2020"
_STYLES = re.compile(r"(?<=^const RULES = `).*?(?=^`;$)", re.MULTILINE | re.DOTALL)


def stamp(built: Path) -> str:
    """Return the stamp of the sources and of the files in ``built``: two SHA-256 in hexadecimal."""
    sources = [*sorted(SOURCE.glob("*.js")), *(NPM / name for name in PACKAGES), Path(__file__)]
    return f"{digest_of(sources)}\n{digest_of(sorted(built.glob('*.js')))}\n"


def stale() -> bool:
    """Return whether the built files are out of date, or were edited."""
    path = BUILT / STAMP
    return not path.is_file() or path.read_text(encoding="ascii") != stamp(BUILT)


def bundle(target: Path = BUILT) -> None:
    """Write the files and their stamp into ``target``. Raises MissingPackagesError."""
    esbuild = packages() / "node_modules" / ".bin" / "esbuild"
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "var") as name:
        sources = shutil.copytree(SOURCE, Path(name) / "source")
        styles = sources / "styles.js"
        text = styles.read_text(encoding="utf-8")
        styles.write_text(_STYLES.sub(lambda css: minified_css(css[0]), text), encoding="utf-8")
        for file, (module, options) in FILES.items():
            command = [
                *(str(esbuild), str(sources / f"{module}.js"), f"--target={TARGET}", "--minify"),
                *("--legal-comments=none", "--log-level=warning", f"--outfile={target / file}.js"),
                *options,
            ]
            subprocess.run(command, check=True)
    (target / STAMP).write_text(stamp(target), encoding="ascii")


def minified_css(css: str) -> str:
    """Return the banner's style rules without the white space that only people need.

    Not for style sheets at large: it knows no strings with such characters and no comments.
    """
    css = re.sub(r"\s*([{},;])\s*", r"\1", css)
    return re.sub(r":\s+", ":", css).replace(";}", "}").strip()


def main() -> int:
    """Bundle the files, and return the exit status."""
    try:
        bundle()
    except MissingPackagesError as error:
        print(f"The banner script was not bundled. {error}.", file=sys.stderr)
        return int(stale())
    return 0


if __name__ == "__main__":
    sys.exit(main())
