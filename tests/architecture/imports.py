"""The directions of imports, read from the source with ``ast``, without importing anything.

A room is a package or a module right below ``consent_app``. Imports for type checking count: what a
module names, it knows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

APP = "consent_app"

FOUNDATION = frozenset(
    {
        "context",
        "cores",
        "db",
        "email_address",
        "errors",
        "events",
        "language_tags",
        "metrics",
        "net",
        "rate_limits",
        "request_ids",
        "application",
        "security",
        "settings",
        "text",
        "traces",
        "translations",
        "user_agent",
    }
)
# Written from openapi.yaml: as long as the document's tags are.
GENERATED = "operations"
MAP = Path(__file__).parents[2] / "docs" / "architecture.md"


def _features() -> tuple[str, ...]:
    """Return the rooms in the map's table of features, in its order."""
    _, _, rest = MAP.read_text(encoding="utf-8").partition("\n### Features\n")
    return tuple(re.findall(r"^\| `(\w+)` \|", rest.partition("\n### ")[0], re.MULTILINE))


# Each feature may call those before it.
FEATURES = _features()
HTTP = frozenset({"openapi", "http", "api", GENERATED})
SERVED = FOUNDATION | HTTP | {"jobs", "mail"}
# A feature calls these only through their services.
SERVICES = frozenset(FEATURES)
# The commands do too, and through the use cases that are only theirs (``admin.py``).
COMMANDS = frozenset({"admin", "cli", "maintenance"})

# What each room may import, besides itself and the libraries.
ROOMS: dict[str, frozenset[str]] = {
    "": frozenset({"composition", "settings", "application"}),
    "errors": frozenset(),
    "settings": frozenset({"cores"}),
    "cores": frozenset(),
    "request_ids": frozenset(),
    "text": frozenset(),
    "translations": frozenset({"text"}),
    "email_address": frozenset(),
    "language_tags": frozenset(),
    "user_agent": frozenset(),
    "db": frozenset({"settings"}),
    # They find every room's models by the package's path, and none of them by name.
    "migrations": frozenset({"db", "settings", ""}),
    "security": frozenset({"cores"}),
    "events": frozenset({"application", "db", "security"}),
    "net": frozenset({"settings"}),
    "metrics": frozenset({"settings", "version"}),
    "rate_limits": frozenset({"settings"}),
    "traces": frozenset({"settings", "version"}),
    "application": frozenset({"cores", "settings", "db", "metrics", "security", "traces"}),
    "composition": frozenset({"events", "application", "settings"}),
    "context": frozenset({"application", "events", "text"}),
    "openapi": FOUNDATION,
    "http": FOUNDATION | {"openapi"},
    "api": FOUNDATION | {"openapi", "http"},
    GENERATED: frozenset({"openapi", "api"}),
    "jobs": FOUNDATION,
    "mail": FOUNDATION | {"jobs"},
    "readiness": FOUNDATION | {"migrations"},
    "health": FOUNDATION | HTTP | {"readiness", "version"},
    "version": frozenset(),
    "policy": SERVED | frozenset(FEATURES),
    "web": SERVED | frozenset(FEATURES),
    "panel": SERVED,
    "reference": SERVED | {"web"},
    "server": FOUNDATION,
    "processes": FOUNDATION | {"server"},
    "wsgi": FOUNDATION | {"", "readiness", "server"},
    "cli": SERVED
    | frozenset(FEATURES)
    | {"", "composition", "migrations", "processes", "readiness", "server", "web", "panel"}
    | {"version"},
    "maintenance": SERVED
    | frozenset(FEATURES)
    | {"", "cli", "composition", "migrations", "readiness", "server", "version"},
    "admin": SERVED | frozenset(FEATURES) | {"", "cli", "composition", "readiness", "version"},
    **{name: SERVED | frozenset(FEATURES[:index]) for index, name in enumerate(FEATURES)},
}

# Within a feature: views → service → queries → models.
LAYERS = ("models", "queries", "service", "views")
WEB_LIBRARIES = frozenset({"pyramid", "webob", "pyramid_tm", "pyramid_openapi3", "venusian"})
WEB_ROOMS = frozenset({"wsgi", "", "http", "api", "policy", "health", "web", "panel", "cli"})
# The code that records a visitor's decision must not import the rooms for people who sign in.
VISITORS_PATH = ("recording", "receipts", "statistics.impressions")
SIGNED_IN = frozenset({"account", "accounts", "oidc", "registration", "sessions", "sign_in"})


@dataclass(frozen=True)
class Module:
    """A module by its dotted name below the application, with its source."""

    name: str
    source: str
    is_package: bool = False

    @property
    def room(self) -> str:
        return self.name.partition(".")[0]

    @property
    def layer(self) -> str:
        """The layer within a feature by the last part of the name; empty for helpers."""
        last = self.name.rpartition(".")[2]
        return next((layer for layer in LAYERS if last == layer or last.endswith("_" + layer)), "")

    def imports(self) -> Iterator[str]:
        """Give the dotted names that the module imports, members of a ``from`` among them."""
        package = [APP, *self.name.split(".")] if self.name else [APP]
        if not self.is_package:
            package = package[:-1]
        for node in ast.walk(ast.parse(self.source)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                start = ".".join([*base, *([node.module] if node.module else [])])
                yield from (f"{start}.{alias.name}" for alias in node.names)


def read_modules(root: Path) -> dict[str, Module]:
    """Read every module below ``root``, the application's folder, by name."""
    modules = {}
    for path in sorted(root.rglob("*.py")):
        parts = list(path.relative_to(root).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        modules[name] = Module(name, path.read_text(encoding="utf-8"), is_package)
    return modules


def violations(modules: Mapping[str, Module]) -> list[str]:
    """Return every violation, as a text that names the module and what it must not do."""
    return [result for module in modules.values() for result in _of(module, modules)]


def _of(module: Module, modules: Mapping[str, Module]) -> Iterator[str]:
    name = module.name or APP
    if module.room not in ROOMS:
        yield f"{name} is in no room: add the room to a table of docs/architecture.md"
        return
    targets, web = set(), set()
    for imported in module.imports():
        library, _, rest = imported.partition(".")
        if library == APP:
            targets.add(_module_of(rest, modules))
        elif library in WEB_LIBRARIES:
            web.add(library)
    if not _may_know_the_web(module):
        yield from (f"{name} imports {library}" for library in sorted(web))
    for target in sorted(targets - {module.name}):
        yield from _of_import(module, modules.get(target) or Module(target, ""))


def _module_of(name: str, modules: Mapping[str, Module]) -> str:
    """Return the module that a dotted name leads into: the longest beginning that is one."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def _may_know_the_web(module: Module) -> bool:
    return module.room in WEB_ROOMS or module.is_package or module.layer == "views"


def _of_import(module: Module, target: Module) -> Iterator[str]:
    what = f"{module.name or APP} imports {target.name or APP}"
    is_view = target.layer == "views" and target.room in (*FEATURES, "web")
    if {module.name, module.room} & set(VISITORS_PATH) and target.room in SIGNED_IN:
        yield f"{what}: the visitors' path knows nobody who signs in"
    elif target.room != module.room:
        if target.room not in ROOMS[module.room]:
            yield f"{what}, against the directions of docs/architecture.md"
        elif target.name.endswith(".read_models"):
            if module.layer != "queries":
                yield f"{what}, which only queries may read"
        elif is_view:
            yield f"{what}, a view"
        elif target.room in SERVICES and not _may_call(module, target):
            yield f"{what}, not its service: add the function to {target.room}/service.py"
    elif module.room in FEATURES and not module.is_package:
        if is_view:
            yield f"{what}, a view"
        elif module.layer and target.layer and _height(target) > _height(module):
            yield f"{what}, upwards"


def _may_call(module: Module, target: Module) -> bool:
    """Return whether a module may import another feature's module."""
    if module.room in COMMANDS:
        return target.layer == "service" or target.name == f"{target.room}.admin"
    return (
        module.room not in FEATURES or target.layer == "service" or target.name.endswith(".events")
    )


def _height(module: Module) -> int:
    return LAYERS.index(module.layer)
