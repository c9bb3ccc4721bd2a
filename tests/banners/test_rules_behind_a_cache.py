"""A cache in front of the service never serves one country's rule to another."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from consent_app.application import utc_now
from tests.support.factories import Site, make_panel, make_site
from tests.support.live_server import LiveServer, LiveServers
from tests.support.processes import free_port
from tests.support.proxies import nginx

# Caches everything that may be cached, by the address only: the simplest possible cache.
CONFIGURATION = """
access_log off;
proxy_cache_path {folder}/cache keys_zone=all:1m;
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://127.0.0.1:{service};
        proxy_set_header Host localhost:{service};
        proxy_cache all;
        proxy_cache_key $request_uri;
        proxy_ignore_headers Vary;
        add_header X-Cache $upstream_cache_status;
    }}
}}
"""
Ask = Callable[..., tuple[dict[str, Any], str]]


@pytest.fixture(scope="module")
def live(live_servers: LiveServers) -> LiveServer:
    return live_servers.of("sqlite")


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    app = live.harness.client()
    return make_site(make_panel(app, utc_now()))


@pytest.fixture(scope="module")
def ask(live: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks through the cache, and gives the answer and what the cache did."""
    folder: Path = tmp_path_factory.mktemp("nginx")
    port = free_port()

    def banner_for(path: str, country: str = "", region: str = "") -> tuple[dict[str, Any], str]:
        headers = {"X-Edge-Country": country, "X-Edge-Region": region}
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=10) as response:
            return orjson.loads(response.read()), response.headers["X-Cache"]

    with nginx(folder, CONFIGURATION.format(folder=folder, port=port, service=live.port), port):
        yield banner_for


def test_each_visitor_gets_the_rule_of_the_own_place(ask: Ask, site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/rule"
    for country, region, rule in (
        ("DE", "", "eu"),
        ("US", "TX", "us-tx"),
        ("DE", "", "eu"),
        ("", "", "strictest"),
        ("US", "WY", "us"),
    ):
        answer, cache = ask(path, country, region)
        assert (answer["id"], cache) == (rule, "MISS")


def test_the_banner_is_cached_by_rule(ask: Ask, site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/banner?locale=en&rule="
    first, cache = ask(f"{path}eu", "DE")
    assert (first["rule"]["model"], cache) == ("opt_in", "MISS")
    texan, cache = ask(f"{path}us-tx", "US", "TX")
    assert (texan["rule"]["model"], cache) == ("opt_out", "MISS")
    # From the cache, for any client: it depends only on its address.
    assert ask(f"{path}eu", "US", "TX") == (first, "HIT")
    assert ask(f"{path}us-tx", "DE") == (texan, "HIT")
