"""The endpoints that a provider publishes."""

from __future__ import annotations

from consent_app.oidc.endpoints import Endpoints, read_endpoints


def test_endpoints_are_read_from_the_discovery_document() -> None:
    document = {
        "authorization_endpoint": "https://a.example/auth",
        "token_endpoint": "https://a.example/token",
    }
    plain = read_endpoints(document, development=False)
    assert plain == Endpoints("https://a.example/auth", "https://a.example/token")
    expected = {
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "response_modes_supported": ["query", "fragment"],
        "authorization_response_iss_parameter_supported": True,
    }
    result = read_endpoints({**document, **expected}, development=False)
    assert result is not None
    assert (result.secret_in_body, result.fragment, result.returns_issuer) == (True, True, True)
    for wrong in ("http://a.example/token", "javascript:alert(1)", "", None, 7):
        for name in document:
            assert read_endpoints({**document, name: wrong}, development=False) is None
