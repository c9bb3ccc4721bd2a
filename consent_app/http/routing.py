"""Finding a request's route among many.

Pyramid tries the regular expression of each route in turn, which takes longer than all of
validation for a hundred of them. This mapper tries only routes with the same first segments and the
same number of segments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyramid.config import Configurator
from pyramid.exceptions import URLDecodeError
from pyramid.interfaces import IRoutesMapper, ITraverser
from pyramid.urldispatch import Route, RoutesMapper
from zope.interface import implementer

if TYPE_CHECKING:
    from consent_app.http.request import Request


_LEADING = 3
_PLACEHOLDER = re.compile(r"\{\w+\}")
_LITERAL = re.compile(r"[\w.-]+", re.ASCII)


def _key(segments: list[str]) -> str:
    return "/".join([str(len(segments)), *segments[1:_LEADING]])


def _segments(pattern: str) -> list[str]:
    return f"/{pattern.lstrip('/')}".split("/")


def _indexable(pattern: str) -> bool:
    """Return whether the route's paths have a fixed number of segments and fixed first ones."""
    if "*" in pattern or ":" in pattern:
        return False
    leading = "/".join(_segments(pattern)[:_LEADING])
    return "{" not in leading and "{" not in _PLACEHOLDER.sub("", pattern)


def _can_match(pattern: str, key: str) -> bool:
    """Return whether a path of ``key`` can match ``pattern``, judged by its literal leading
    segments."""
    for literal, segment in zip(_segments(pattern)[1:_LEADING], key.split("/")[1:], strict=False):
        if not _LITERAL.fullmatch(literal):
            return True
        if literal != segment:
            return False
    return True


class IndexedRoutesMapper(RoutesMapper):  # type: ignore[misc]
    """Pyramid's mapper with an index over its routes: the same results, in the same order.

    A path that ends with a line feed has no route.
    """

    def __init__(self) -> None:
        super().__init__()
        self._index: dict[str, list[Route]] | None = None
        self._unindexed: list[Route] = []

    def connect(self, *args: Any, **kw: Any) -> Route:
        """Add a route. The index is rebuilt when it is next needed."""
        self._index = None
        return super().connect(*args, **kw)

    def __call__(self, request: Request) -> dict[str, Any]:
        """Return the matching ``route`` and its ``match``; None for both if no route matches.

        Raises URLDecodeError for a path that is not UTF-8.
        """
        path = request.environ.get("PATH_INFO") or "/"
        if not path.isascii():
            path = _decoded(request)
        if path.endswith("\n"):
            # The routes' expressions end with $, which also matches before a last line feed. What
            # is decided by the path itself, such as transactions, would miss this spelling.
            return {"route": None, "match": None}
        index = self._index
        if index is None:
            index = self._make_index()
        for route in index.get(_key(path.split("/")), self._unindexed):
            match = route.match(path)
            if match is not None:
                info = {"match": match, "route": route}
                if all(predicate(info, request) for predicate in route.predicates):
                    return info
        return {"route": None, "match": None}

    def _make_index(self) -> dict[str, list[Route]]:
        keys = {
            route.name: _key(_segments(route.pattern))
            for route in self.routelist
            if _indexable(route.pattern)
        }
        index = {
            key: [
                route
                for route in self.routelist
                if keys.get(route.name, key) == key and _can_match(route.pattern, key)
            ]
            for key in keys.values()
        }
        self._unindexed = [route for route in self.routelist if route.name not in keys]
        self._index = index
        return index


@implementer(ITraverser)
class NoTraversal:
    """Finds the view of a request by its route alone.

    Pyramid's traverser would look for resources in every path without a route. It splits them, and
    a process keeps the parts of the last thousand: 350 kilobytes for a long path of a stranger.
    """

    def __init__(self, root: Any) -> None:
        self._root = root

    def __call__(self, request: Request) -> dict[str, Any]:
        """Return that there is nothing below the root."""
        return {
            "context": self._root,
            "root": self._root,
            "virtual_root": self._root,
            "view_name": "",
            "subpath": (),
            "traversed": (),
            "virtual_root_path": (),
        }


def _decoded(request: Request) -> str:
    try:
        path: str = request.path_info
    except UnicodeDecodeError as error:
        raise URLDecodeError(
            error.encoding, error.object, error.start, error.end, error.reason
        ) from None
    return path


def includeme(config: Configurator) -> None:
    """Replace Pyramid's own mapper, before the first route is added, and its traverser."""
    config.registry.registerUtility(IndexedRoutesMapper(), IRoutesMapper)
    config.add_traverser(NoTraversal)
