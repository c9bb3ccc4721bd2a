"""What a command imports before it knows what it has to do: every process pays for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from consent_app.cli.commands import COMMANDS

HEAVY = {"cryptography", "jinja2", "jwt", "openapi_core", "pyramid", "ua_parser", "webob", "yaml"}
"""What some command needs at some time, and imports then."""

NOWHERE = {"rfc3987_syntax"}
"""1.5 s of CPU at the import of jsonschema."""

_SCRIPT = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def imported_by(*modules: str) -> set[str]:
    """Return the packages that a process which imports ``modules`` has."""
    completed = subprocess.run(
        [sys.executable, "-c", _SCRIPT, *modules], capture_output=True, text=True, check=True
    )
    return set(json.loads(completed.stdout))


def test_no_command_imports_the_web_framework_before_it_serves() -> None:
    modules = sorted({f"consent_app.{entry.module}" for entry in COMMANDS.values()})
    assert imported_by(*modules) & HEAVY == set()


def test_a_server_does_not_import_what_migrates() -> None:
    assert "alembic" in imported_by("consent_app.maintenance.migrate")
    modules = ("web", "web_process", "worker", "fork_server")
    serving = imported_by(*(f"consent_app.cli.{name}" for name in modules))
    assert {"sqlalchemy"} <= serving
    assert "alembic" not in serving


def test_what_supervises_the_service_imports_none_of_it() -> None:
    packages = imported_by("consent_app.cli.serve", "consent_app.cli.web")
    assert packages & (HEAVY | {"alembic", "sqlalchemy"}) == set()


def test_a_server_imports_no_slow_modules() -> None:
    packages = imported_by("consent_app.api.explanations")
    assert "openapi_core" in packages
    # What development needed once may have left it in this environment.
    assert packages & NOWHERE == set(), "pip uninstall rfc3987-syntax lark"


def test_a_server_imports_what_checks_id_tokens_with_the_first_of_them() -> None:
    packages = imported_by("consent_app.oidc.views", "consent_app.oidc.nonces")
    assert "consent_app" in packages
    assert packages & {"jwt", "cryptography"} == set()


def test_a_server_imports_the_explainer_with_its_first_refusal() -> None:
    packages = imported_by("consent_app.api.configuration")
    assert "pyramid" in packages
    assert packages & {"openapi_core", "pyramid_openapi3", "yaml"} == set()


def test_a_server_has_imported_the_subscribers_when_its_files_are_replaced(tmp_path: Path) -> None:
    script = """
import sys
from consent_app import make_app
from consent_app.composition import SUBSCRIBERS
from consent_app.settings import read_settings
settings = {"environment": "development", "var_dir": sys.argv[1]}
make_app(read_settings({f"consent.{name}": value for name, value in settings.items()}))
assert set(SUBSCRIBERS) <= set(sys.modules), set(SUBSCRIBERS) - set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)


def test_explaining_an_error_imports_only_what_raised_it() -> None:
    script = """
from consent_app.cli import explanation
from consent_app.settings import SettingsError
assert explanation(SettingsError("Set it.")) == "Set it."
import sys
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
    completed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not {"alembic", "mako", "pygments"} & set(completed.stdout.split())


def test_garbage_is_not_searched_for_until_a_command_is_imported() -> None:
    script = """
import gc, sys
from consent_app.cli import main
gc.callbacks.append(lambda phase, info: searched.append(gc.get_freeze_count()))
searched = []
sys.argv = ["consent-app", "keys", "new"]
assert main() == 0
assert gc.isenabled()
assert gc.get_freeze_count() > 10_000
assert 0 not in searched
"""
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)
