"""``@page_view``: how a view that answers a browser with a page comes to its route.

Pyramid's own ``view_config`` finds decorated functions by reading their sources, which takes part
of each start.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from pyramid.config import Configurator
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED

PageView = Callable[[Any], Response]


def page_view(route_name: str, method: str = "GET") -> Callable[[PageView], PageView]:
    """Make a function of the request the view of a route that anybody may call.

    The view takes effect with its module (``config.add_page_views``).
    """

    def decorate(function: PageView) -> PageView:
        _ROUTES.setdefault(function, []).append((route_name, method))
        return function

    return decorate


_ROUTES: WeakKeyDictionary[PageView, list[tuple[str, str]]] = WeakKeyDictionary()


def add_page_views(config: Configurator, module: str) -> None:
    """Register every page view of ``module`` (``config.add_page_views``)."""
    for function in vars(importlib.import_module(module)).values():
        if isinstance(function, FunctionType) and function.__module__ == module:
            for route_name, method in _ROUTES.get(function, ()):
                config.add_view(
                    view=function,
                    route_name=route_name,
                    request_method=method,
                    permission=NO_PERMISSION_REQUIRED,
                )
