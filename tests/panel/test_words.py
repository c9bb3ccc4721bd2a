"""The panel's words for what the service says."""

from __future__ import annotations

import ast
import importlib
import itertools
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from consent_app import errors
from consent_app.api import refused_requests
from consent_app.domains.domains import _DETAILS, _SETTINGS
from consent_app.events.event import Event
from consent_app.panel.pages import FOLDER
from consent_app.panel.texts import module_texts
from consent_app.payments.stripe_subscriptions import OVER, OVERDUE, WORKS
from consent_app.settings import project_file
from consent_app.text import camel_case
from consent_app.translations import translated
from consent_app.workspaces.models import ROLES
from tools.yaml_files import read_yaml

PACKAGE = FOLDER.parent.parent
_REFUSALS_OF_FIELDS = {"ValidationFailed.at", "FieldError", "HostnameError"}


def test_every_event_has_words() -> None:
    for path in FOLDER.parent.parent.glob("*/events.py"):
        importlib.import_module(f"consent_app.{path.parent.name}.events")
    text = (FOLDER / "ui" / "event-words.js").read_text(encoding="utf-8")
    worded = set(re.findall(r'^  "([a-z_]+\.[a-z_]+)": _\(', text, re.MULTILINE))
    documented = {
        event.name
        for event in _all(Event)
        if "name" in vars(event) and event.__module__.startswith("consent_app.")
    }
    assert "sign_in.verified" in documented
    advice = "add the words of each event to ui/event-words.js"
    assert documented | set(refused_requests.EVENTS.values()) == worded, advice


def test_no_two_events_have_the_same_words_to_filter_by() -> None:
    text = (FOLDER / "ui" / "event-words.js").read_text(encoding="utf-8")
    words = re.findall(r'^  "[a-z_]+\.[a-z_]+": _\("(.*)"\)', text, re.MULTILINE)
    for language in ("en", "de"):
        shown = [translated(word, language) for word in words]
        assert len(shown) > 50
        assert sorted(shown) == sorted(set(shown))


def test_every_change_of_the_audit_log_has_words() -> None:
    text = (FOLDER / "ui" / "change-words.js").read_text(encoding="utf-8")
    worded = set(re.findall(r"^  (\w+): _\(", text, re.MULTILINE))
    written = "".join(path.read_text() for path in FOLDER.parent.parent.glob("*/*.py"))
    names = set(re.findall(r'\bChange\(\s*"(\w+)"', written))
    columns = {*_SETTINGS, *_DETAILS, "name", "retention_months", "visitor_data", "count"}
    assert "hostname" in names
    changed = names | {camel_case(column) for column in columns}
    assert changed <= worded, "add the words of each change to ui/change-words.js"


# The schema of each setting whose values have words.
_SCHEMAS = {
    "gpcRefuses": "GpcRefuses",
    "gpp": "GppSetting",
    "model": "RuleModel",
    "unknownPlace": "UnknownPlace",
    "verifyMethod": "VerifyMethod",
    "visitorData": "VisitorData",
}


def test_every_value_of_a_setting_has_words() -> None:
    schemas = read_yaml(project_file("openapi.yaml"))["components"]["schemas"]
    text = (FOLDER / "ui" / "setting-words.js").read_text(encoding="utf-8")
    settings = dict(re.findall(r"^  (\w+): \{(.*?)\},$", text, re.MULTILINE | re.DOTALL))
    assert set(settings) == set(_SCHEMAS)
    for setting, schema in _SCHEMAS.items():
        worded = re.findall(r"(\w+): _\(", settings[setting])
        assert sorted(worded) == sorted(schemas[schema]["enum"])


def test_every_role_has_words_and_its_place_in_the_order() -> None:
    people = (FOLDER / "lib" / "people.js").read_text(encoding="utf-8")
    order = re.search(r"export const ROLES = .*?\((\[.*?\])\);", people)
    assert order is not None
    assert tuple(ast.literal_eval(order[1])) == ROLES, "lib/people.js: ROLES"
    words = (FOLDER / "ui" / "words.js").read_text(encoding="utf-8")
    worded = re.search(r"roleName = wordOf\({(.*?)}\)", words)
    assert worded is not None
    assert set(re.findall(r"(\w+): _", worded[1])) == set(ROLES), "ui/words.js: roleName"


def test_every_state_of_a_subscription_has_words() -> None:
    text = (FOLDER / "ui" / "change-words.js").read_text(encoding="utf-8")
    statuses = re.search(r"^  status: \{(.*?)\},$", text, re.MULTILINE | re.DOTALL)
    assert statuses is not None
    worded = set(re.findall(r"(\w+): _\(", statuses[1]))
    assert {*WORKS, *OVERDUE, *OVER} <= worded


# Only programs see these, or the panel has one title for all of their kind.
_NOT_SHOWN = {
    *("domain_on_hold", "invalid_refresh_token", "invalid_signature", "method_not_allowed"),
    *("origin_not_allowed", "precondition_required", "rate_limited", "unsupported_media_type"),
    "validation_failed",
}


def test_every_refusal_has_words_in_each_language() -> None:
    for module in pkgutil.iter_modules(errors.__path__):
        importlib.import_module(f"{errors.__name__}.{module.name}")
    source = (FOLDER / "lib" / "problems.js").read_text(encoding="utf-8")
    texts, titles = (
        set(re.findall(r"^  (\w+): \(\) =>", part, re.MULTILINE))
        for part in source.split("const TITLES")
    )
    error_texts = module_texts((FOLDER / "lib" / "server-texts.js").read_text(encoding="utf-8"))
    # Other tests have errors of their own.
    product_errors = [
        error for error in _all(errors.AppError) if error.__module__.startswith("consent_app.")
    ]
    refused = [error for error in product_errors if "code" in vars(error)]
    visible = [error for error in refused if error.status < 500 and error.code not in _NOT_SHOWN]
    assert len(visible) > 20
    for error in visible:
        assert error.code in texts, error
        assert error.code in titles or error.title in error_texts, error


def _all(kind: type[Any]) -> list[type[Any]]:
    return [class_ for below in kind.__subclasses__() for class_ in (below, *_all(below))]


def test_what_fields_must_not_be_has_words_in_each_language() -> None:
    document = read_yaml(project_file("openapi.yaml"))
    texts = module_texts((FOLDER / "lib" / "server-texts.js").read_text(encoding="utf-8"))
    refused = {f"must not {text}" for text in _refusals(document)}
    # The panel sends no decisions.
    refused.remove("must not have bannerVersion or bannerLocale, because a signal shows no wording")
    assert len(refused) > 1
    assert refused <= texts, "add the texts of `not` to lib/server-texts.js"


def _refusals(part: Any) -> Iterator[str]:
    """Yield the descriptions of what values must not be."""
    if isinstance(part, dict):
        if isinstance(part.get("not"), dict):
            yield part["not"]["description"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _refusals(inner)


# Only programs cause these, or the panel has words of its own for the field. Values are 0.
_FIELDS_NOT_SHOWN = {
    "0 on 0 has a contrast of 0:1, less than 0:1",
    "is nested too deeply to be checked",
    "is not one of the plans of GET /v1/billing/plans",
    "is not sent to 0s",
    "is not sold online: contact us",
    "is required with 0",
    "must be 0 at most",
    "must be UTF-8",
    "must be a locale published in this version",
    "must be a service of one of the categories",
    "must be a version published on this domain",
    "must be an existing rule, in that version",
    "must be false: the signal refuses it on this domain",
    "must be given once",
    "must be longer: these are more than 0 intervals",
    "must be one of 0",
    "must be one of the banner's categories",
    "must be within the years 1 to 9999",
    "must have 0 `*` or fewer",
    "must name 0: the default banner lacks this language",
    "must name each email once",
    "must not be accept_all: the signal refuses",
    "must not be before from",
    "must not repeat an earlier 0",
    "requires a verified address",
}


def test_what_the_code_says_of_fields_has_words_in_each_language() -> None:
    texts = module_texts((FOLDER / "lib" / "server-texts.js").read_text(encoding="utf-8"))
    said = {text for path in PACKAGE.rglob("*.py") for text in _said_of_fields(path)}
    assert "must be in the future" in said
    untold = {text for text in said if text not in texts and _with_places(text) not in texts}
    advice = "add it to lib/server-texts.js, or to _FIELDS_NOT_SHOWN if the panel never shows it"
    assert untold == _FIELDS_NOT_SHOWN, advice


def _said_of_fields(path: Path) -> Iterator[str]:
    """Yield the messages of the refused fields in a module, except those composed elsewhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _REFUSALS_OF_FIELDS:
            parts = getattr(node.args[-1], "values", node.args[-1:])
            if all(isinstance(part, ast.Constant | ast.FormattedValue) for part in parts):
                yield "".join(
                    part.value if isinstance(part, ast.Constant) else "0" for part in parts
                )


def _with_places(text: str) -> str:
    """Return a text as a catalogue has it, with ``{1}`` and ``{2}`` in the places of numbers."""
    numbers = itertools.count(1)
    return re.sub(r"\d+", lambda number: f"{{{next(numbers)}}}", text)
