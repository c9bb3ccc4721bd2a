"""Existing objects for the cases of schemathesis, so that not all of them get 404 or 401.

Random ids, slugs, addresses and tokens would name nothing.
"""

from __future__ import annotations

import json
import secrets
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4
from zlib import crc32

import jsonschema_rs

from consent_app.security import totp
from consent_app.unsubscription.unsubscription import new_token
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness
from tests.support.members import inviting

ADDRESS = jsonschema_rs.validator_for(
    {"type": "string", "format": "email", "maxLength": 254}, validate_formats=True
)
SLUG = jsonschema_rs.validator_for({"type": "string", "minLength": 1, "maxLength": 63})
PASSWORD = jsonschema_rs.validator_for({"type": "string", "maxLength": 128})
HOSTNAME = jsonschema_rs.validator_for({"type": "string", "minLength": 1, "maxLength": 253})
NAME = jsonschema_rs.validator_for(
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": r"\S"}
)
UUIDS = jsonschema_rs.validator_for(
    {
        "type": "array",
        "items": {"type": "string", "format": "uuid"},
        "minItems": 1,
        "maxItems": 500,
        "uniqueItems": True,
    },
    validate_formats=True,
)
CODE = jsonschema_rs.validator_for({"type": "string", "minLength": 6, "maxLength": 10})
TOKEN = jsonschema_rs.validator_for({"type": "string", "minLength": 1, "maxLength": 512})


def make_aim(harness: Harness) -> Site:
    """Make a site whose owner's password is not that of the document's examples.

    With those, a case would change it and so end the session that the others need.
    """
    password = secrets.token_urlsafe()
    return make_site(make_panel(harness.client(), harness.application.now(), password=password))


def the_credentials_lasted(site: Site) -> None:
    """Fail if the rest of a round only got 401."""
    site.panel.get("/v1/workspace", status=200)
    account = bearer(site.panel.person.account_token)
    site.panel.app.get("/v1/account", headers=account, status=200)
    site.panel.app.get("/v1/api/domains", headers=bearer(site.key), status=200)


class ApplicationUnderTest:
    """Stands before the application, for what schemathesis cannot know.

    Each request comes from another address, on the site's page; else one address' limits would
    answer for most of the operations. What the others aim at, and what they call with, is not
    deleted under them: it is taken for an id that nobody has. Proof tokens are kept as they leave.
    It is everybody's authenticator, too: a challenge that went out meets the code of the moment.
    """

    def __init__(self, wsgi: Any, site: Site) -> None:
        self._wsgi = wsgi
        self.site = site
        self.lasting = {
            site.id,
            *(key["id"] for key in site.panel.get("/v1/api-keys").json),
            *(session["id"] for session in site.panel.get("/v1/account/sessions").json),
        }
        self.receipt: dict[str, Any] = site.decide().json
        """A decision on the site."""
        self.proofs: dict[str, str] = {}
        """The proof token of each receipt, by its id."""
        self._authenticators: dict[str, str] = {}  # by challenge
        self.requests = 0
        """How many came through."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.requests += 1
        environ["REMOTE_ADDR"] = f"2001:db8:{secrets.randbelow(65536):x}::1"
        parent, _, name = environ["PATH_INFO"].rpartition("/")
        if parent.startswith("/v1/public"):
            environ["HTTP_ORIGIN"] = self.site.origin
        if environ["REQUEST_METHOD"] == "DELETE" and name in self.lasting:
            environ["PATH_INFO"] = f"{parent}/{uuid4()}"
        path = environ["PATH_INFO"] if environ["REQUEST_METHOD"] == "POST" else ""
        body = self._with_code(environ) if path.startswith("/v1/auth/") else {}
        content = self._wsgi(environ, start_response)
        if path.startswith("/v1/auth/") or path.endswith("/consents"):
            self._keep(body, parsed(b"".join(content)))
        return content

    def _with_code(self, environ: dict[str, Any]) -> dict[str, Any]:
        """Put the code of the moment in the place of any other; return the body."""
        content = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        body = parsed(content)
        secret = self._authenticators.get(str(body.get("challengeToken")))
        if secret is not None and CODE.is_valid(body.get("code")):
            code = totp.code_at(secret, self.site.panel.app.application.now())
            content = json.dumps(body | {"code": code}).encode()
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(content), str(len(content))
        return body

    def _keep(self, body: dict[str, Any], answer: dict[str, Any]) -> None:
        """Keep what a client would: the proof token, the authenticator's secret."""
        if "proofToken" in answer:
            self.proofs[answer["id"]] = answer["proofToken"]
        if "secret" in answer:
            self._authenticators[body["challengeToken"]] = answer["secret"]
        if "challengeToken" in answer and body.get("email") == self.site.panel.person.email:
            self._authenticators[answer["challengeToken"]] = self.site.panel.person.secret


def parsed(content: bytes) -> dict[str, Any]:
    """Return a JSON object, or an empty one if the value is not an object."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def is_uuid(value: Any) -> bool:
    """Return whether this is the text of an id."""
    try:
        return isinstance(value, str) and bool(UUID(value))
    except ValueError:
        return False


def coin(value: Any) -> bool:
    """Say heads or tails, the same each time for the same value: a case has to be repeatable."""
    return crc32(repr(value).encode("utf-8", "surrogatepass")) % 2 == 0


def aim(schema: Any, service: ApplicationUnderTest) -> None:
    """Put existing objects into the cases: always in the path, elsewhere in half of the cases.

    Values that were made invalid on purpose are left alone.
    """
    panel, person = service.site.panel, service.site.panel.person
    paths, cursors = known_ids(service), known_cursors(service)
    service.lasting.update((paths["templateId"], paths["groupId"]))
    token = new_token(panel.app.application, f"{secrets.token_hex(4)}@example.com", uuid4())
    invited: set[str] = set()

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> Any:
        return path_parameters and {
            name: paths[name] if name in paths and is_uuid(value) else value
            for name, value in path_parameters.items()
        }

    @schema.hook
    def map_query(context: Any, query: dict[str, Any] | None) -> Any:
        if not isinstance(query, dict) or not coin(query):
            return query
        of_label = {**paths, "cursor": cursors.get(context.operation.path)}
        aimed = {
            name: of_label[name] if of_label.get(name) and is_uuid(value) else value
            for name, value in query.items()
        }
        if TOKEN.is_valid(aimed.get("token")):
            aimed["token"] = token
        return aimed

    @schema.hook
    def map_headers(context: Any, headers: dict[str, Any] | None) -> Any:
        # Any version: a random entity tag would never match.
        if headers and TOKEN.is_valid(headers.get("If-Match")) and coin(headers):
            return {**headers, "If-Match": "*"}
        return headers

    @schema.hook
    def map_body(context: Any, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        label, email = context.operation.label, body.get("email")
        if label == "POST /v1/invitations" and ADDRESS.is_valid(email):
            # A later invitation of an address ends the earlier one, which schemathesis would look
            # for in vain: it knows of no other end than DELETE.
            if email.lower() in invited:
                return body | {"email": f"again{len(invited)}-{secrets.token_hex(3)}@example.com"}
            invited.add(email.lower())
        if not coin(body):
            return body
        aimed: dict[str, Any] = {}
        if SLUG.is_valid(body.get("orgSlug")):
            aimed["orgSlug"] = panel.organization["slug"]
        if label == "POST /v1/domains" and HOSTNAME.is_valid(body.get("hostname")):
            aimed["hostname"] = f"{secrets.token_hex(6)}.com"
        if "/banner-templates" in label and NAME.is_valid(body.get("name")):
            aimed["name"] = secrets.token_hex(6)
        if UUIDS.is_valid(body.get("domainIds")):
            aimed["domainIds"] = [service.site.id]
        if label == "POST /v1/unsubscribe/confirm" and TOKEN.is_valid(body.get("token")):
            aimed["token"] = token
        if "login" in label and ADDRESS.is_valid(email) and PASSWORD.is_valid(body.get("password")):
            aimed |= {"email": person.email, "password": person.password}
        return body | aimed


def known_ids(service: ApplicationUnderTest) -> dict[str, str]:
    """Make one of everything that a path can name; return the ids by the parameters' names."""
    site, panel = service.site, service.site.panel
    lines = bearer(site.key) | {"Accept": "application/x-ndjson"}
    exported = panel.app.get("/v1/api/consent-events", headers=lines, status=200)
    banner = {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}]}
    template = panel.post(
        "/v1/banner-templates", {"name": "Fuzzed", "banner": banner}, status=201
    ).json
    invitation = {"email": "fuzzed@example.com", "role": "viewer"}
    return {
        "domainId": site.id,
        "consentId": service.receipt["id"],
        # The last owner's, who can neither go nor be demoted: the credentials have to last.
        "memberId": panel.get("/v1/members").json[0]["id"],
        "apiKeyId": panel.post("/v1/api-keys", {"name": "Another"}).json["id"],
        "invitationId": inviting(panel).post("/v1/invitations", invitation).json["id"],
        "groupId": panel.post("/v1/domain-groups", {"name": "Shops"}).json["id"],
        "templateId": template["id"],
        "manifestId": exported.headers["X-Export-Manifest"].rpartition("/")[2],
    }


def known_cursors(service: ApplicationUnderTest) -> dict[str, str]:
    """Return the id of an item of each list, by the list's path, to read on from."""
    return {
        "/v1/domains": service.site.id,
        "/v1/api/domains": service.site.id,
        "/v1/consent-events": service.receipt["id"],
        "/v1/api/consent-events": service.receipt["id"],
        "/v1/audit-events": service.site.panel.get("/v1/audit-events").json[0]["id"],
    }
