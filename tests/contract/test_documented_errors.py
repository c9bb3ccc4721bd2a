"""The documentation of errors in openapi.yaml: each code, where it occurs, and who may call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from consent_app import errors
from consent_app.api.views import PERMISSIONS
from consent_app.errors.catalogue import catalogue
from consent_app.openapi.document import Document
from consent_app.settings import project_file
from tests.contract.test_document import PROBLEM, operations_of
from tests.contract.test_views import views_of
from tests.support.codes import undeclared
from tests.support.harness import Harness

# Documented once, in the introduction.
GENERAL = {
    "validation_failed",
    "unauthenticated",
    "forbidden",
    "workspace_suspended",
    "own_sign_in_required",
    "not_found",
    "method_not_allowed",
    "content_too_large",
    "unsupported_media_type",
    "rate_limited",
    "unavailable",
    "internal_error",
}
# In no operation's own answers: the path has no such operation, or the server made a mistake.
ANYWHERE = {"method_not_allowed", "internal_error"}
GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-feature.md"


def words(text: str) -> str:
    """Return a description on one line."""
    return " ".join(text.split())


def examples_of(document: Document, answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the examples of an error's answer."""
    content = answer["content"][PROBLEM]
    values = [
        document.resolve(example)["value"] for example in content.get("examples", {}).values()
    ]
    return values or [content["example"]]


def refusals(document: Document) -> Iterator[tuple[str, Mapping[str, Any], int, Mapping[str, Any]]]:
    """Give operation's name, operation, status and answer, for every error that is declared."""
    for name, _, operation in operations_of(document):
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                yield name, operation, int(status), document.resolve(answer)


def test_every_example_of_an_error_is_one_that_the_code_makes(document: Document) -> None:
    errors = {error.code: error for error in catalogue()}
    for name, _, status, answer in refusals(document):
        for example in examples_of(document, answer):
            error = errors[example["code"]]
            assert example["status"] == error.status == status, (name, example)
            assert example["title"] == error.title, (name, example)
            assert example["detail"], (name, example)


def test_every_documented_error_code_has_an_example(document: Document) -> None:
    codes = {error.code for error in catalogue()}
    for name, _, status, answer in refusals(document):
        message = set(re.findall(r"`([a-z_]+)`", answer["description"])) & codes
        examples = {example["code"] for example in examples_of(document, answer)}
        assert message == examples, (name, status)
        # What happened, and what to do about it.
        assert len(words(answer["description"])) > 60, (name, status)


def test_every_error_of_the_code_is_declared_somewhere(document: Document) -> None:
    declared = {
        example["code"]
        for _, _, _, answer in refusals(document)
        for example in examples_of(document, answer)
    }
    assert {error.code for error in catalogue()} == declared | ANYWHERE


def test_an_operation_lists_its_own_errors(document: Document) -> None:
    introduction = document.spec["info"]["description"]
    assert {code for code in GENERAL if f"`{code}`" not in introduction} == set()
    missing = [
        f"{name}: {code}"
        for name, operation, _, answer in refusals(document)
        for code in {example["code"] for example in examples_of(document, answer)} - GENERAL
        if f"`{code}`" not in operation["description"]
    ]
    assert missing == []


def test_an_operation_lists_its_limits(document: Document) -> None:
    missing = []
    for name, _, operation in operations_of(document):
        text = operation["description"]
        if "429" in operation["responses"] and not re.search(
            r"429: (\d+|five|ten|the 50) ", words(text)
        ):
            missing.append(f"{name}: its rate limit")
        if operation.get("x-max-body") and "1 MiB" not in text:
            missing.append(f"{name}: its body's size")
    assert missing == []


def test_the_documented_limits_match_the_code(harness: Harness, document: Document) -> None:
    message = words(document.spec["info"]["description"])
    policies = {
        "registrations": "60 an hour",
        "hashing": "120 a minute from one address |",
        "hashing_of_site": "480 a minute |",
        "enrolments": "20 in 10 minutes with one challenge",
        "enrolments_from": "60 a minute from one address |",
        "mails_from": "60 an hour from one address |",
        "mails_of_site": "600 an hour |",
        "address_change_mails": "5 an hour to one address |",
        "identities": "120 a minute",
        "leaks": "60 a minute from one address |",
        "nonces": "120 a minute from one address |",
        "provider_lists": "120 a minute from one address |",
        "invitations": "50 a day",
        "invitations_by": "50 per person",
        "invitations_from": "100 from one address |",
        "domain_checks": "6 a minute per domain",
        "workspace_checks": "60 per workspace",
        "checkouts": "30 an hour",
        "person_reads": "600 a minute per person, 3000 per workspace",
        "workspace_reads": "3000 per workspace |",
        "person_changes": "120 a minute per person",
        "workspace_changes": "600 per workspace",
        "key_reads": "600 a minute per key",
        "workspace_key_reads": "3000 for all keys of a workspace",
        "keys_made": "60 an hour",
        "domains_added": "300 an hour per workspace",
        "banners_published": "300 publications an hour per workspace",
        "visitors": "600 a minute from one address for one domain",
        "unsubscribing": "600 a minute from one address |",
    }
    limits = dict(harness.wsgi.registry.api.rate_limits.policies)
    factor = 10 if harness.application.settings.development else 1
    # The operation describes the limit of emails to one address: no request is refused for it.
    policies["invitations_to"] = "5 invitations a day"
    message += words(document.spec["paths"]["/v1/invitations"]["post"]["description"])
    asking = {"verification_mails": "email/resend", "reset_mails": "password-reset/request"}
    for name, path in asking.items():
        description = words(document.spec["paths"][f"/v1/auth/{path}"]["post"]["description"])
        assert "At most five emails an hour are sent" in description
        assert limits.pop(name).amount == 5 * factor
    advice = "add a row to the table of limits at the top of openapi.yaml, and its words above: "
    assert set(limits) == set(policies), advice + ", ".join(set(limits) ^ set(policies))
    for name, words_of_it in policies.items():
        assert words_of_it in message, advice + name
        assert limits[name].amount == int(words_of_it.split()[0]) * factor, name


def words_of_permissions() -> dict[str, str]:
    """Return how descriptions name the callers of each permission, as the guide says."""
    table = GUIDE.read_text(encoding="utf-8").partition("| permission | who may call |")[2]
    rows = re.findall(r"^\| (`.*?) \|.*\| (.*?) \|$", table.partition("\n\n")[0], re.MULTILINE)
    return {
        permission: phrase
        for permissions, phrases in rows
        for permission, phrase in zip(
            re.findall(r"`(.*?)`", permissions),
            re.findall(r'"(.*?)"', phrases) or [""],
            strict=True,
        )
    }


def test_an_operation_says_who_may_call_it(harness: Harness, document: Document) -> None:
    who = words_of_permissions()
    advice = "step 6 of docs/adding-a-feature.md must list the PERMISSIONS of api/views.py: "
    assert who.keys() == PERMISSIONS, advice + ", ".join(who.keys() ^ PERMISSIONS)
    permissions = {
        (view["pattern"], method): view["permission"]
        for view in views_of(harness)
        for method in view["methods"]
    }
    missing = []
    for pattern, method, _, operation in document.operations():
        permission = permissions[pattern, method.upper()]
        if who[permission] not in words(operation["description"]):
            missing.append(f"{operation['operationId']}: {who[permission]}")
    assert missing == [], "say in these descriptions who may call, in these words"


LIMITS = re.compile(
    r"(\d+) (?:changes )?a minute per (person|key)|(?<=a minute per person, )(\d+) per (workspace)"
)


def wrong_limits(document: Document) -> Iterator[str]:
    """Yield each limit of a description that is not the operation's own."""
    policies = document.spec["x-rate-limit-policies"]
    for *_, operation in document.operations():
        declared = [policies[name] for name in operation.get("x-rate-limits", ())]
        limits = {limit["per"]: limit["amount"] for limit in declared if limit["seconds"] == 60}
        text = words(operation["description"])
        if declared and "429: " not in text:
            yield f"{operation['operationId']}: none"
        for per_subject, subject, all_of_them, workspace in LIMITS.findall(text):
            amount, per = int(per_subject or all_of_them), subject or workspace
            if limits.get(per) != amount:
                yield f"{operation['operationId']}: {amount} per {per}"


def test_a_description_repeats_the_limits_of_its_operation(document: Document) -> None:
    advice = "repeat the limits of x-rate-limits in the description, as in x-rate-limit-policies"
    assert list(wrong_limits(document)) == [], advice


def test_a_wrong_limit_is_found() -> None:
    policies = {
        "reads": {"amount": 600, "seconds": 60, "per": "person"},
        "all": {"amount": 3000, "seconds": 60, "per": "workspace"},
    }
    stated = "429: 60 a minute per person, 300 per workspace."
    operation = {"operationId": "a", "x-rate-limits": ["reads", "all"], "description": stated}
    silent = operation | {"operationId": "b", "description": "For any member."}
    spec = {"paths": {"/a": {"get": operation, "put": silent}}, "x-rate-limit-policies": policies}
    assert list(wrong_limits(Document(spec))) == [
        "a: 60 per person",
        "a: 300 per workspace",
        "b: none",
    ]


def test_tags_come_in_the_order_of_the_operations_groups(document: Document) -> None:
    tags = [tag["name"] for tag in document.spec["tags"]]
    assert all(len(tag["description"]) > 20 for tag in document.spec["tags"])
    grouped = [tag for group in document.spec["x-tagGroups"] for tag in group["tags"]]
    assert grouped == tags, "list each tag in tags and, in the same order, in x-tagGroups"
    assert {operation["tags"][0] for *_, operation in document.operations()} == set(tags)


def test_no_text_promises_that_a_payment_lifts_the_operators_suspension() -> None:
    text = words(project_file("openapi.yaml").read_text(encoding="utf-8"))
    advice = re.findall(r"`workspace_suspended`: (.{120})", text)
    assert len(advice) > 10
    assert [sentence for sentence in advice if "operator" not in sentence] == []


def test_security_schemes_are_distinguished(document: Document) -> None:
    schemes = document.spec["components"]["securitySchemes"]
    assert list(schemes) == ["accountToken", "accessToken", "apiKey", "proofToken"]
    for name, scheme in schemes.items():
        # Where it comes from, what it opens, and how long it lasts or what becomes of it.
        assert len(words(scheme["description"])) > 100, name


@pytest.mark.parametrize("error", catalogue(), ids=lambda error: error.__name__)
def test_every_error_says_what_to_do(error: type[errors.AppError]) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", error.code)
    assert error.title
    assert not error.title.endswith(".")
    assert error.resolution.endswith(".")


def test_an_undeclared_code_is_detected() -> None:
    assert undeclared("/v1/domains", "POST", 409, "email_taken")
    assert not undeclared("/v1/domains", "POST", 409, "hostname_taken")
    assert not undeclared("/v1/domains/1", "PUT", 405, "method_not_allowed")
    assert undeclared("/v1/domains/1", "HEAD", 404, "account_not_found")
