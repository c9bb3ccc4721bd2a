"""ID tokens: what is taken, and every way in which one is not."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from consent_app.oidc.id_tokens import (
    CLOCK_SKEW_SECONDS,
    IdentityClaims,
    IdTokenInvalidError,
    check_id_token,
)
from consent_app.oidc.jwks import JwkSet, read_jwk_set
from consent_app.oidc.providers import Provider, Providers
from consent_app.settings import IdentityProvider
from tests.support.issuers import CLIENT, KEYS, Issuer, public_jwk, rsa_key


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    """A provider of the test's own."""
    issuer = Issuer()
    yield issuer
    issuer.close()


NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SECONDS = int(NOW.timestamp())
EC256, EC384 = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP384R1())
EC521, ECK1 = ec.generate_private_key(ec.SECP521R1()), ec.generate_private_key(ec.SECP256K1())
EDWARDS = ed25519.Ed25519PrivateKey.generate()
SECRET = "s" * 64


def providers_of(issuer: Issuer, *client_ids: str) -> Providers:
    """Return the providers of a service that trusts only ``issuer``, with its present keys."""

    def fetch(provider: IdentityProvider) -> JwkSet:
        issuer.fetched.append(KEYS)
        return read_jwk_set({"keys": issuer.keys})

    provider = IdentityProvider(issuer.url, client_ids or (CLIENT, "consent-app"))
    return Providers([Provider(provider, fetch)])


def check(issuer: Issuer, token: str, now: datetime = NOW) -> IdentityClaims:
    return check_id_token(providers_of(issuer), token, now)


def reason(issuer: Issuer, token: str, now: datetime = NOW) -> str:
    with pytest.raises(IdTokenInvalidError) as caught:
        check(issuer, token, now)
    return caught.value.reason


def segment(value: Any) -> str:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def raw_token(header: Any, payload: Any, signature: bytes = b"") -> str:
    return f"{segment(header)}.{segment(payload)}.{segment(signature)}"


def hmac_token(header: dict[str, Any], payload: dict[str, Any], secret: bytes) -> str:
    """Sign as an attacker does, without a library that would refuse the key."""
    signed = f"{segment(header)}.{segment(payload)}"
    return f"{signed}.{segment(hmac.digest(secret, signed.encode(), hashlib.sha256))}"


def test_a_valid_token_identifies_the_person(issuer: Issuer) -> None:
    token = issuer.token(NOW, sub="248289761001", email="Jane@Example.com", name="Jane Doe")
    assert check(issuer, token) == IdentityClaims(
        issuer.url,
        "248289761001",
        "Jane@Example.com",
        True,
        hashlib.sha256(token.rpartition(".")[0].encode()).digest(),
        NOW + timedelta(seconds=600),
        name="Jane Doe",
    )


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        *((rsa_key(), name) for name in ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")),
        (EC256, "ES256"),
        (EC384, "ES384"),
        (EDWARDS, "EdDSA"),
    ],
)
@pytest.mark.parametrize("names_algorithm", [True, False])
def test_each_algorithm_of_the_list(
    issuer: Issuer, key: Any, algorithm: str, names_algorithm: bool
) -> None:
    members = {"alg": algorithm} if names_algorithm else {}
    issuer.keys = [public_jwk(rsa_key(1), kid="other"), public_jwk(key, kid="k", **members)]
    token = issuer.sign(
        issuer.claims(NOW), key=key, algorithm=algorithm, headers={"kid": "k", "typ": "JWT"}
    )
    assert check(issuer, token).email_verified is True


@pytest.mark.parametrize("name", ["none", "None", "NONE", "nOnE", "", None, 7, ["RS256"]])
def test_the_algorithm_none_is_refused(issuer: Issuer, name: Any) -> None:
    claims = issuer.claims(NOW)
    header = {"alg": name, "typ": "JWT", "kid": issuer.key_id}
    assert reason(issuer, raw_token(header, claims)) == "algorithm"
    signature = base64.urlsafe_b64decode(issuer.sign(claims).rpartition(".")[2] + "==")
    assert reason(issuer, raw_token(header, claims, signature)) == "algorithm"
    assert issuer.fetches == 0


@pytest.mark.parametrize("form", ["pem", "pkcs1", "der", "jwk", "n"])
def test_an_hmac_keyed_with_the_public_key(issuer: Issuer, form: str) -> None:
    public = issuer.key.public_key()
    info = PublicFormat.SubjectPublicKeyInfo
    secret = {
        "pem": public.public_bytes(Encoding.PEM, info),
        "pkcs1": public.public_bytes(Encoding.PEM, PublicFormat.PKCS1),
        "der": public.public_bytes(Encoding.DER, info),
        "jwk": json.dumps(issuer.keys[0]).encode(),
        "n": issuer.keys[0]["n"].encode(),
    }[form]
    header = {"alg": "HS256", "typ": "JWT", "kid": issuer.key_id}
    assert reason(issuer, hmac_token(header, issuer.claims(NOW), secret)) == "algorithm"


def test_a_symmetric_key_that_is_published_signs_nothing(issuer: Issuer) -> None:
    octets = {"kty": "oct", "k": segment(SECRET.encode()), "kid": "shared", "use": "sig"}
    issuer.keys = [octets, {**octets, "alg": "HS256"}, {**octets, "alg": "RS256"}]
    token = issuer.sign(
        issuer.claims(NOW), key=SECRET, algorithm="HS256", headers={"kid": "shared"}
    )
    assert reason(issuer, token) == "algorithm"
    assert reason(issuer, issuer.token(NOW)) == "key"


@pytest.mark.parametrize(
    ("key", "algorithm"), [(EC521, "ES512"), (ECK1, "ES256K"), (SECRET, "HS512")]
)
def test_an_algorithm_that_is_not_on_the_list(issuer: Issuer, key: Any, algorithm: str) -> None:
    if not isinstance(key, str):
        issuer.keys = [public_jwk(key, kid="k")]
    token = issuer.sign(issuer.claims(NOW), key=key, algorithm=algorithm, headers={"kid": "k"})
    assert reason(issuer, token) == "algorithm"


@pytest.mark.parametrize(
    ("published", "algorithm"),
    [
        (public_jwk(rsa_key(), alg="RS512"), "RS256"),
        (public_jwk(rsa_key(), alg="PS256"), "RS256"),
        (public_jwk(rsa_key(), alg="ES256"), "RS256"),
        (public_jwk(rsa_key(), alg="RSA-OAEP"), "RS256"),
        (public_jwk(rsa_key(), alg=["RS256"]), "RS256"),
        (public_jwk(rsa_key(), use="enc"), "RS256"),
        (public_jwk(rsa_key(), key_ops=["encrypt"]), "RS256"),
        (public_jwk(rsa_key(), key_ops="verify"), "RS256"),
        (public_jwk(rsa_key(), crv="P-256"), "RS256"),
        (public_jwk(rsa_key(), kty="EC"), "RS256"),
        (public_jwk(rsa_key(), n=7), "RS256"),
        (public_jwk(rsa_key(), n="!!"), "RS256"),
        (public_jwk(rsa_key(), e="AA"), "RS256"),
        (public_jwk(EC256), "RS256"),
        (public_jwk(EC256, crv="P-384"), "ES384"),
        (public_jwk(EDWARDS), "RS256"),
        (jwt.algorithms.RSAAlgorithm.to_jwk(rsa_key(), as_dict=True), "RS256"),
        ({"kty": ["RSA"]}, "RS256"),
        ({}, "RS256"),
    ],
)
def test_an_unsuitable_key_is_skipped_and_the_others_work(
    issuer: Issuer, published: dict[str, Any], algorithm: str
) -> None:
    issuer.keys = [{**published, "kid": "k"}, public_jwk(rsa_key(1), kid="good")]
    signer = EC384 if algorithm == "ES384" else rsa_key()
    token = issuer.sign(issuer.claims(NOW), key=signer, algorithm=algorithm, headers={"kid": "k"})
    assert reason(issuer, token) == "key"
    good = issuer.sign(issuer.claims(NOW), key=rsa_key(1), headers={"kid": "good"})
    check(issuer, good)


@pytest.mark.parametrize("bits", [1024, 2047])
def test_an_rsa_key_below_2048_bits(issuer: Issuer, bits: int) -> None:
    weak = rsa.generate_private_key(65537, bits)
    issuer.keys = [public_jwk(weak, kid="weak", alg="RS256")]
    claims, header = issuer.claims(NOW), {"alg": "RS256", "kid": "weak"}
    signed = f"{segment(header)}.{segment(claims)}"
    algorithm = jwt.get_algorithm_by_name("RS256")
    token = f"{signed}.{segment(algorithm.sign(signed.encode(), weak))}"
    assert reason(issuer, token) == "key"


def test_a_foreign_kid_and_a_foreign_key(issuer: Issuer) -> None:
    foreign = rsa_key(1)
    assert reason(issuer, issuer.sign(issuer.claims(NOW), key=foreign)) == "signature"
    token = issuer.sign(issuer.claims(NOW), key=foreign, headers={"kid": "foreign"})
    assert reason(issuer, token) == "key"
    # A key's id is a name and nothing else.
    for key_id in ("", "../first", "first\x00", "FIRST", "0"):
        token = issuer.sign(issuer.claims(NOW), headers={"kid": key_id})
        assert reason(issuer, token) == "key"


@pytest.mark.parametrize("key_id", [7, None, ["first"], {"kid": "first"}])
def test_a_kid_that_is_no_text(issuer: Issuer, key_id: Any) -> None:
    header = {"alg": "RS256", "kid": key_id}
    assert reason(issuer, raw_token(header, issuer.claims(NOW))) == "form"


def test_keys_in_or_referred_to_by_a_token_are_ignored(issuer: Issuer) -> None:
    elsewhere = Issuer()
    try:
        elsewhere.rotate(1, "theirs")
        address = elsewhere.url + KEYS
        for headers in (
            {"jwk": elsewhere.keys[0]},
            {"jku": address},
            {"x5u": address},
            {"x5c": ["MIIB"]},
            {"jku": address, "jwk": elsewhere.keys[0], "kid": "theirs"},
        ):
            forged = issuer.sign(issuer.claims(NOW), key=rsa_key(1), headers=headers)
            assert reason(issuer, forged) in ("signature", "key")
            # Nor do they harm a token that is sound without them.
            check(issuer, issuer.sign(issuer.claims(NOW), headers={**headers, "kid": "first"}))
        assert elsewhere.fetched == []
    finally:
        elsewhere.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"crit": ["exp"], "exp": 1},
        {"crit": ["b64"], "b64": True},
        {"crit": []},
        {"typ": "at+jwt"},
        {"typ": "logout+jwt"},
        {"typ": 7},
    ],
)
def test_extensions_and_tokens_of_another_kind(issuer: Issuer, headers: dict[str, Any]) -> None:
    header = {"alg": "RS256", "kid": issuer.key_id, **headers}
    signed = f"{segment(header)}.{segment(issuer.claims(NOW))}"
    algorithm = jwt.get_algorithm_by_name("RS256")
    token = f"{signed}.{segment(algorithm.sign(signed.encode(), issuer.key))}"
    assert reason(issuer, token) in ("header", "form")


def test_without_a_kid_a_single_key_is_used(issuer: Issuer) -> None:
    header = {"alg": "RS256"}
    signed = f"{segment(header)}.{segment(issuer.claims(NOW))}"
    algorithm = jwt.get_algorithm_by_name("RS256")
    token = f"{signed}.{segment(algorithm.sign(signed.encode(), issuer.key))}"
    check(issuer, token)
    issuer.keys.append(public_jwk(EC256, kid="of another type"))
    check(issuer, token)
    issuer.keys.append(public_jwk(rsa_key(1), kid="second"))
    assert reason(issuer, token) == "key"


@pytest.mark.parametrize(
    "issuer_claim", ["{url}/", "{url}#", "HTTP{rest}", "https://accounts.example", "", 7, ["{url}"]]
)
def test_the_issuer_matches_exactly(issuer: Issuer, issuer_claim: Any) -> None:
    if isinstance(issuer_claim, str):
        location = issuer.url.removeprefix("http")
        issuer_claim = issuer_claim.format(url=issuer.url, rest=location)
    token = raw_token(
        {"alg": "RS256", "kid": issuer.key_id}, {**issuer.claims(NOW), "iss": issuer_claim}
    )
    assert reason(issuer, token) == "issuer"
    assert issuer.fetches == 0


def test_a_key_of_one_provider_signs_nothing_for_another(issuer: Issuer) -> None:
    other_issuer = Issuer()
    try:
        other_issuer.rotate(1, "first")
        both = Providers(
            Provider(
                IdentityProvider(item.url, (CLIENT,)),
                lambda options: read_jwk_set(
                    {"keys": issuer.keys if options.issuer == issuer.url else other_issuer.keys}
                ),
            )
            for item in (issuer, other_issuer)
        )
        assert check_id_token(both, issuer.token(NOW), NOW).issuer == issuer.url
        assert check_id_token(both, other_issuer.token(NOW), NOW).issuer == other_issuer.url
        forged = other_issuer.sign(issuer.claims(NOW))
        with pytest.raises(IdTokenInvalidError, match="signature"):
            check_id_token(both, forged, NOW)
    finally:
        other_issuer.close()


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": CLIENT},
        {"aud": [CLIENT]},
        {"aud": [CLIENT, "consent-app"]},
        {"aud": [CLIENT, "stranger"], "azp": CLIENT},
        {"aud": [CLIENT, "stranger"], "azp": "consent-app"},
        {"aud": CLIENT, "azp": CLIENT},
    ],
)
def test_our_audience_is_accepted(issuer: Issuer, changes: dict[str, Any]) -> None:
    assert check(issuer, issuer.token(NOW, **changes)).issuer == issuer.url


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "stranger"},
        {"aud": ["stranger"]},
        {"aud": ["stranger"], "azp": CLIENT},
        {"aud": []},
        {"aud": ""},
        {"aud": [CLIENT, "stranger"]},
        {"aud": [CLIENT, "stranger"], "azp": "stranger"},
        {"aud": [CLIENT, "stranger"], "azp": ""},
        {"aud": [CLIENT, "stranger"], "azp": [CLIENT]},
        {"aud": CLIENT, "azp": "stranger"},
        {"aud": [CLIENT, 7]},
        {"aud": [[CLIENT]]},
        {"aud": {"0": CLIENT}},
        {"aud": CLIENT.upper()},
        {"aud": CLIENT + " "},
        {"aud": 7},
    ],
)
def test_a_foreign_audience_is_refused(issuer: Issuer, changes: dict[str, Any]) -> None:
    assert reason(issuer, issuer.token(NOW, **changes)) in ("audience", "authorized_party")


@pytest.mark.parametrize("name", ["iss", "aud", "exp", "iat", "sub", "email", "email_verified"])
@pytest.mark.parametrize("null", [True, False])
def test_a_claim_that_is_missing(issuer: Issuer, name: str, null: bool) -> None:
    claims = issuer.claims(NOW)
    del claims[name]
    if null:
        claims[name] = None
    header = {"alg": "RS256", "kid": issuer.key_id}
    signed = f"{segment(header)}.{segment(claims)}"
    signature = jwt.get_algorithm_by_name("RS256").sign(signed.encode(), issuer.key)
    token = f"{signed}.{segment(signature)}"
    assert reason(issuer, token) == ("issuer" if name == "iss" else "claims")


def test_a_token_is_accepted_until_it_expires(issuer: Issuer) -> None:
    token = issuer.token(NOW, exp=SECONDS + 360)
    claims = check(issuer, token, NOW + timedelta(seconds=359))
    assert claims.usable_until == NOW + timedelta(seconds=360)
    assert reason(issuer, token, NOW + timedelta(seconds=360)) == "expired"
    assert reason(issuer, token, NOW + timedelta(seconds=361)) == "expired"


def test_a_token_is_accepted_for_ten_minutes_after_it_was_issued(issuer: Issuer) -> None:
    token = issuer.token(NOW, exp=SECONDS + 3600)
    claims = check(issuer, token, NOW + timedelta(seconds=600))
    assert claims.usable_until == NOW + timedelta(seconds=600)
    assert reason(issuer, token, NOW + timedelta(seconds=601)) == "issued_long_ago"


def test_a_clock_may_be_ahead_by_a_minute(issuer: Issuer) -> None:
    for name, result in (("iat", "issued_ahead"), ("nbf", "not_yet_valid")):
        check(issuer, issuer.token(NOW, **{name: SECONDS + CLOCK_SKEW_SECONDS}))
        ahead = issuer.token(NOW, **{name: SECONDS + CLOCK_SKEW_SECONDS + 1})
        assert reason(issuer, ahead) == result
    assert CLOCK_SKEW_SECONDS <= 60


@pytest.mark.parametrize("name", ["exp", "iat", "nbf"])
@pytest.mark.parametrize(
    "value", [True, "1795262400", [], {}, float("inf"), float("nan"), -float("inf")]
)
def test_a_token_with_an_invalid_time_is_refused(issuer: Issuer, name: str, value: Any) -> None:
    header = {"alg": "RS256", "kid": issuer.key_id}
    signed = f"{segment(header)}.{segment({**issuer.claims(NOW), name: value})}"
    signature = jwt.get_algorithm_by_name("RS256").sign(signed.encode(), issuer.key)
    assert reason(issuer, f"{signed}.{segment(signature)}") == "time"


def test_times_may_have_fractions_and_be_far_away(issuer: Issuer) -> None:
    check(issuer, issuer.token(NOW, iat=SECONDS + 0.5, exp=SECONDS + 0.5))
    check(issuer, issuer.token(NOW, exp=10**12))
    assert reason(issuer, issuer.token(NOW, iat=0, exp=10**12)) == "issued_long_ago"
    assert reason(issuer, issuer.token(NOW, iat=10**400)) == "time"


@pytest.mark.parametrize("subject", ["", "x" * 256, "ü", "a\x00b", "a\nb", 7, ["a"]])
def test_an_unstorable_subject_is_refused(issuer: Issuer, subject: Any) -> None:
    assert reason(issuer, raw_signed(issuer, sub=subject)) == "subject"


@pytest.mark.parametrize(
    "email",
    [
        "",
        "nobody",
        "@example.com",
        "a@",
        "a b@example.com",
        "a@example.com\r\nBcc: b@example.com",
        "a\x00@example.com",
        "a@exam\ud800ple.com",
        "a@@example.com",
        "a@-example.com",
        "x" * 250 + "@example.com",
        7,
        ["a@example.com"],
    ],
)
def test_a_token_with_an_invalid_address_is_refused(issuer: Issuer, email: Any) -> None:
    assert reason(issuer, raw_signed(issuer, email=email)) == "email"


@pytest.mark.parametrize(
    ("value", "verified"), [(True, True), (False, False), ("true", True), ("false", False)]
)
def test_the_address_counts_as_verified_if_the_provider_says_so(
    issuer: Issuer, value: Any, verified: bool
) -> None:
    assert check(issuer, issuer.token(NOW, email_verified=value)).email_verified is verified


@pytest.mark.parametrize("value", [1, 0, "yes", "True", "", [], [True], {}])
def test_a_token_with_an_invalid_email_verified_is_refused(issuer: Issuer, value: Any) -> None:
    assert reason(issuer, issuer.token(NOW, email_verified=value)) == "email_verified"


@pytest.mark.parametrize("name", [7, ["Jane"], {}, None])
def test_an_invalid_name_is_left_out(issuer: Issuer, name: Any) -> None:
    assert check(issuer, raw_signed(issuer, name=name)).name is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "...",
        "a.b.c",
        "💥",
        "\ud800.\ud800.\ud800",
        "\x00" * 100,
        "e30.e30.",
        "e30.e30.c2ln",
        "bnVsbA.bnVsbA.c2ln",
        segment(b'{"alg":"RS256"}') + "." + segment(b"[" * 10000) + ".",
        segment(b"[" * 10000) + ".e30.",
        segment(b'{"alg":"RS256"}') + "." + segment(b"9" * 10000) + ".",
        segment(b'{"alg":"RS256"}') + "." + segment(b"\xff\xfe") + ".",
        segment(b'{"alg":"RS256"}') + "." + segment(b'{"iss": ' + b"9" * 5000 + b"}") + ".",
        "A" * 16384,
    ],
)
def test_malformed_tokens(issuer: Issuer, text: str) -> None:
    assert reason(issuer, text) in ("form", "algorithm", "issuer")
    assert issuer.fetches == 0


def test_a_token_that_is_too_long(issuer: Issuer) -> None:
    assert reason(issuer, issuer.token(NOW, padding="x" * 16384)) == "length"


def test_a_token_that_was_changed(issuer: Issuer) -> None:
    token = issuer.token(NOW)
    head, payload, signature = token.split(".")
    changed = segment({**issuer.claims(NOW), "email": "victim@example.com"})
    assert reason(issuer, f"{head}.{changed}.{signature}") == "signature"
    assert reason(issuer, f"{head}.{payload}.") == "signature"
    assert reason(issuer, f"{head}.{payload}.{signature[:-4]}AAAA") == "signature"
    assert reason(issuer, f"{token}.{signature}") in ("form", "signature")


def raw_signed(issuer: Issuer, **changes: Any) -> str:
    """Sign claims that the library would not."""
    header = {"alg": "RS256", "kid": issuer.key_id}
    signed = f"{segment(header)}.{segment({**issuer.claims(NOW), **changes})}"
    signature = jwt.get_algorithm_by_name("RS256").sign(signed.encode(), issuer.key)
    return f"{signed}.{segment(signature)}"
