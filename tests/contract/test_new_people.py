"""The rules of registration are one in the document and where it cannot hold them."""

from __future__ import annotations

import pytest

from consent_app.accounts.new_people import field_errors
from consent_app.openapi.document import Document
from consent_app.openapi.schemas import Compiler

NAMES = (
    *("", "A", "Ab", "  Ab  ", " A ", "a" * 100, "a" * 101, "\u2003Ab\u2003", "\u3000A\u3000"),
    *("a://b", "a=?b", "a\nb", "a\x85b", "a\u2028b", "a\u202eb", "a\u2066b", "Ada Lovelace"),
)
PASSWORDS = ("", "x" * 7, "x" * 8, "x" * 128, "x" * 129, "\x00" * 8)


@pytest.mark.parametrize("name", NAMES)
def test_the_document_and_registration_accept_the_same_names(document: Document, name: str) -> None:
    schema = {"$ref": "#/components/schemas/PersonName"}
    is_valid = Compiler(document).validator(schema, request=True).is_valid(name)
    assert is_valid == (not field_errors(name, "x" * 8))


@pytest.mark.parametrize("password", PASSWORDS)
def test_the_document_and_registration_accept_the_same_passwords(
    document: Document, password: str
) -> None:
    schema = {"$ref": "#/components/schemas/NewPassword"}
    is_valid = Compiler(document).validator(schema, request=True).is_valid(password)
    assert is_valid == (not field_errors("Ada", password))
