"""The guides: those pages that docs/README.md has for owners, developers and operators."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from consent_app.reference.markdown import Links, Rendered, render
from consent_app.settings import project_file

_INDEX = "docs/README.md"
_NOT_PUBLIC = "For contributors"
_LINK = re.compile(r"\]\(((?:\.\./clients/)?[\w/-]+\.md)[)#]")
_TITLES = {"python": "Python client", "typescript": "TypeScript client"}


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its name in the address, its title, its text, its file and the group it is in."""

    name: str
    title: str
    text: str
    file: str
    group: str

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/docs/guides/{self.name}"


def read_guides() -> dict[str, Guide]:
    """Return every guide by its name, in the order of docs/README.md; its headings are the groups.

    The parts for contributors are not served. Raises FileNotFoundError when
    a file was not installed.
    """
    guides: dict[str, Guide] = {}
    group = "Begin"
    for line in project_file(_INDEX).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            group = line.removeprefix("## ")
        if group == _NOT_PUBLIC:
            break
        for link in _LINK.findall(line):
            file = _path(_INDEX, link)
            guides.setdefault(_name(file), _read(file, group))
    return guides


def _name(file: str) -> str:
    path = PurePosixPath(file)
    return path.parent.name if path.name == "README.md" else path.stem


def _read(file: str, group: str) -> Guide:
    text = project_file(file).read_text(encoding="utf-8")
    head, _, body = text.partition("\n")
    name = _name(file)
    return Guide(name, _TITLES.get(name) or head.lstrip("# ").strip(), body, file, group)


def rendered(guide: Guide, guides: Mapping[str, Guide], links: Links) -> Rendered:
    """Return a guide as HTML, with its links to other guides leading to their pages."""
    guide_links = Links(lambda href: target(guide.file, href, guides), links.operation)
    return render(guide.text, guide_links)


def target(file: str, href: str, guides: Mapping[str, Guide]) -> str | None:
    """Return the target of a file's link on the server, or None if it is not served."""
    path, _, anchor = href.partition("#")
    target_file = _path(file, path)
    if target_file == "openapi.yaml":
        return "/openapi.yaml"
    if target_file == _INDEX:
        return "/docs/guides/"
    guide = guides.get(_name(target_file))
    if guide is None or guide.file != target_file:
        return None
    return f"{guide.path}{'#' if anchor else ''}{anchor}"


def _path(file: str, link: str) -> str:
    parts: list[str] = []
    for part in (*PurePosixPath(file).parent.parts, *PurePosixPath(link).parts):
        if part == "..":
            del parts[-1:]
        else:
            parts.append(part)
    return "/".join(parts)
