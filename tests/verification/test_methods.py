"""What each method accepts as proof in a fetched page."""

from __future__ import annotations

from functools import partial
from uuid import UUID

import pytest

from consent_app.domains.service import CheckTarget
from consent_app.net.fetcher import Page
from consent_app.translations import translated
from consent_app.verification import methods

ID = UUID(int=7)
TARGET = CheckTarget(ID, UUID(int=1), "shop.com", "shop.com", "script", "cv_token")
SCRIPT = "https://consent.example/v1/public/banner.js"


def page(body: str, status: int = 200) -> Page:
    return Page("https://shop.com/", status, body.encode())


def test_a_file_may_have_a_byte_order_mark_and_a_line_end() -> None:
    methods.verify_file(page("\ufeffcv_token\r\n"), TARGET)
    with pytest.raises(methods.NotVerifiedError, match="does not match"):
        methods.verify_file(page("cv_other"), TARGET)
    with pytest.raises(methods.NotVerifiedError, match="no file"):
        methods.verify_file(page("", 404), TARGET)


@pytest.mark.parametrize(("status", "cause"), [(401, "password"), (403, "firewalls")])
def test_a_closed_site_is_told_what_works(status: int, cause: str) -> None:
    closed = page("", status)
    for verify in (
        methods.verify_file,
        methods.verify_meta_tag,
        partial(methods.verify_script, script_url=SCRIPT),
    ):
        with pytest.raises(methods.NotVerifiedError, match=f"{cause}.*DNS record") as refused:
            verify(closed, TARGET)
        assert "DNS-Eintrag" in translated(refused.value.reason, "de")


def test_one_of_several_metas_is_enough() -> None:
    metas = [f'<meta name="consent-verify" content="{text}">' for text in ("other", " cv_token ")]
    methods.verify_meta_tag(page(f"<head>{''.join(metas)}</head>"), TARGET)
    with pytest.raises(methods.NotVerifiedError, match="does not match"):
        methods.verify_meta_tag(page(f"<head>{metas[0]}</head>"), TARGET)


def test_the_script_is_this_services_whatever_its_scheme() -> None:
    tag = f'<script src="//consent.example/v1/public/banner.js" data-domain="{ID}"></script>'
    methods.verify_script(page(tag), TARGET, SCRIPT)
    with pytest.raises(methods.NotVerifiedError, match="a server other than"):
        methods.verify_script(page(tag.replace("consent.", "other.")), TARGET, SCRIPT)
    with pytest.raises(methods.NotVerifiedError, match="another domain"):
        methods.verify_script(page(tag.replace(str(ID), "x")), TARGET, SCRIPT)
