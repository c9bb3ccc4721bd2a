"""The sizes of rooms, modules and functions, read from the source with ``ast``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from tests.architecture.imports import APP, GENERATED, Module

MAX_MODULES = 15
"""The modules of a room, ``__init__`` included."""
MAX_LINES = 300
MAX_FUNCTION_LINES = 40
MAX_PARAMETERS = 5

Function = ast.FunctionDef | ast.AsyncFunctionDef


def violations(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield a text for every room, module and function that is larger than it may be.

    The generated room is as large as openapi.yaml makes it.
    """
    written = [module for module in modules.values() if module.room != GENERATED]
    for room, count in Counter(module.room for module in written).items():
        if count > MAX_MODULES:
            yield f"{room} has {count} modules, more than {MAX_MODULES}"
    for module in written:
        name, lines = module.name or APP, module.source.count("\n")
        if lines > MAX_LINES:
            yield f"{name} has {lines} lines, more than {MAX_LINES}"
        for node in ast.walk(ast.parse(module.source)):
            if isinstance(node, Function):
                yield from (f"{name}.{node.name} has {excess}" for excess in _excesses(node))


def _excesses(function: Function) -> Iterator[str]:
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    if lines > MAX_FUNCTION_LINES:
        yield f"{lines} lines, more than {MAX_FUNCTION_LINES}"
    arguments = function.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    count = sum(1 for argument in names if argument.arg not in ("self", "cls"))
    if count > MAX_PARAMETERS:
        yield f"{count} parameters, more than {MAX_PARAMETERS}"
