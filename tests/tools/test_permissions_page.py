"""The page of permissions has every operation that is not public, where its view says."""

from __future__ import annotations

import re
from pathlib import Path

from consent_app.openapi.document import Document
from tests.contract.test_views import views_of
from tests.support.harness import Harness
from tools.permissions_page import permissions_page
from tools.yaml_files import read_yaml

TITLES = {
    "panel:viewer": "Every member",
    "panel:admin": "Admins and owners",
    "panel:owner": "Owners",
    "session": "Everybody, for their own account",
    "account": "Everybody, with a session of their account",
    "key:consents:read": "API keys with the scope `consents:read`",
    "key:domains:read": "API keys with the scope `domains:read`",
}


def sections_of(page: str) -> dict[str, str]:
    """Return each section's text by its title."""
    return dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))


def test_each_operation_is_listed_where_its_view_is_permitted(
    harness: Harness, project: Path
) -> None:
    page = permissions_page(Document(read_yaml(project / "openapi.yaml")), "")
    listed = {
        (operation, title)
        for title, text in sections_of(page).items()
        for operation in re.findall(r"`([A-Z]+ /\S+)`", text)
    }
    permitted = {
        (f"{method} {view['pattern']}", TITLES[view["permission"]])
        for view in views_of(harness)
        for method in view["methods"]
        if view["permission"] in TITLES
    }
    assert listed == permitted
    assert page.count("` | ") == len(listed)


def test_what_goes_beyond_a_role_is_the_condition() -> None:
    descriptions = {
        "/plain": "Reads. For any member. 429: often.",
        "/more": "Removes. For any member to leave; only\nadmins remove others. 404: gone.",
        "/scope": "Reads. Scope `domains:read`: 403 without it.",
        "/public": "For everyone.",
    }
    paths = {
        path: {"get": {"operationId": path, "summary": path[1:], "description": text}}
        for path, text in descriptions.items()
    }
    sections = sections_of(permissions_page(Document({"paths": paths}), ""))
    assert sections["Every member"].splitlines()[3:] == [
        "| plain | `GET /plain` |  |",
        "| more | `GET /more` | For any member to leave; only admins remove others. |",
        "",
    ]
    assert "| scope | `GET /scope` |  |" in sections["API keys with the scope `domains:read`"]
    assert len(sections) == 2
