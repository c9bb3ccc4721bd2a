"""The filters of the export, as options."""

from __future__ import annotations

from consent_app.admin import receipts
from consent_app.admin.receipt_filters import FILTERS
from consent_app.cli import stored_help


def test_the_help_lists_the_values_that_the_document_allows() -> None:
    text = " ".join((stored_help(["receipts", "export", "--help"]) or "").split())
    listed = {
        parameter.name: ", ".join(error.kind.options)
        for parameter in receipts._operation().query
        for error in parameter.validator.iter_errors("?")
        if parameter.name in FILTERS and hasattr(error.kind, "options")
    }
    assert listed.keys() == {"action", "source", "device", "status"}
    for name, values in listed.items():
        assert f"The filter `{name}` of the API: one of {values}." in text
