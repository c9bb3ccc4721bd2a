"""The options of ``consent-app receipts export`` that choose receipts: the filters of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click

from consent_app.errors import ValidationFailed
from consent_app.openapi.compiled_operations import Operation
from consent_app.receipts.service import ReceiptFilters


class FilterOption(NamedTuple):
    """One option: the API's parameter, the filter's field, and how the help shows its value.

    ``form`` says what the value must be.
    """

    parameter: str
    field: str
    metavar: str
    form: str


FILTERS = {
    "domain": FilterOption("domainId", "domain_id", "ID", "an id, which `domain list` prints"),
    "action": FilterOption("action", "action", "ACTION", "one of accept_all, reject_all, custom"),
    "source": FilterOption("source", "source", "SOURCE", "one of banner, gpc"),
    "country": FilterOption("country", "country", "CODE", "a code of two letters such as DE"),
    "from": FilterOption("from", "from_", "INSTANT", "an instant such as 2026-01-01T00:00:00Z"),
    "to": FilterOption("to", "to", "INSTANT", "an instant such as 2026-12-31T23:59:59Z"),
    "device": FilterOption("device", "device", "DEVICE", "one of desktop, mobile, tablet"),
    "status": FilterOption("status", "status", "STATUS", "one of valid, expired"),
    "q": FilterOption("q", "q", "TEXT", "1 to 64 characters"),
}
"""The options by name."""


def filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets their texts as ``filter_…``."""
    for name, option in reversed(FILTERS.items()):
        function = click.option(
            f"--{name}",
            f"filter_{option.field}",
            metavar=option.metavar,
            help=f"The filter `{option.parameter}` of the API: {option.form}.",
        )(function)
    return function


def pop_filters(options: dict[str, Any]) -> dict[str, str]:
    """Remove the filters from a command's options. Return their texts by the API's parameters."""
    texts = {option.parameter: options.pop(f"filter_{option.field}") for option in FILTERS.values()}
    return {name: text for name, text in texts.items() if text is not None}


def read_filters(texts: Mapping[str, str], operation: Operation) -> ReceiptFilters:
    """Return the filters for texts by the API's parameters. Raises ValidationFailed, which names
    the option."""
    parameters = {parameter.name: parameter for parameter in operation.query}
    values: dict[str, Any] = {}
    for name, option in FILTERS.items():
        text = texts.get(option.parameter)
        if text is None:
            continue
        parameter = parameters[option.parameter]
        value = parameter.cast([text])
        if not parameter.validator.is_valid(value):
            raise ValidationFailed(f"--{name} must be {option.form}.")
        values[option.field] = parameter.converted(value)
    return ReceiptFilters(**values)
