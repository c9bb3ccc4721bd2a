"""Which published keys may sign an ID token, and which of them a token names."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from jwt.algorithms import RSAAlgorithm

from consent_app.oidc.jwks import read_jwk_set
from tests.support.issuers import public_jwk, rsa_key


def rsa(**members: Any) -> dict[str, Any]:
    return {**public_jwk(rsa_key(0)), "kid": "one", "alg": "RS256", **members}


def test_a_key_is_found_by_its_id_for_its_own_algorithm_only() -> None:
    keys = read_jwk_set({"keys": [rsa()]})
    assert keys.find(rsa()["kid"], "RS256") is not None
    assert keys.find("another", "RS256") is None
    assert keys.find(rsa()["kid"], "ES256") is None


def test_without_an_id_a_single_key_is_found_and_none_of_two() -> None:
    assert read_jwk_set({"keys": [rsa()]}).find(None, "RS256") is not None
    assert read_jwk_set({"keys": [rsa(), rsa(kid="two")]}).find(None, "RS256") is None


PRIVATE = RSAAlgorithm.to_jwk(rsa_key(0), as_dict=True)


@pytest.mark.parametrize(
    "members", [{**PRIVATE, "key_ops": ["verify"]}, {"use": "enc"}, {"key_ops": ["sign"]}]
)
def test_a_key_that_is_not_for_verifying_is_left_out(members: dict[str, Any]) -> None:
    assert read_jwk_set({"keys": [rsa(**members)]}).keys == ()


def test_a_key_that_would_be_expensive_to_use_is_left_out() -> None:
    for bits, count in ((8192, 1), (8193, 0)):
        modulus = (1 << (bits - 1)) | 1
        n = base64.urlsafe_b64encode(modulus.to_bytes((bits + 7) // 8)).rstrip(b"=").decode()
        assert len(read_jwk_set({"keys": [rsa(n=n)]}).keys) == count


@pytest.mark.parametrize("document", [None, [], {}, {"keys": "none"}])
def test_invalid_key_sets_are_refused(document: Any) -> None:
    with pytest.raises(ValueError, match="not a JSON Web Key Set"):
        read_jwk_set(document)
