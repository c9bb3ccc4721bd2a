"""deploy/containers/: what the Containerfile, the compose file and Caddy's name is there."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from consent_app.cli.commands import COMMANDS
from consent_app.http.tracing import TRACE_CONTEXT
from consent_app.request_ids import HEADER
from consent_app.settings import read_settings
from consent_app.settings.keys import new_secret_key
from tools.doc_links import Names

FOLDER = Path("deploy/containers")
OURS = ("migrate", "web-1", "web-2", "worker")


@pytest.fixture(scope="module")
def compose(project: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((project / FOLDER / "compose.yaml").read_text())
    return loaded


@pytest.fixture(scope="module")
def containerfile(project: Path) -> str:
    return (project / FOLDER / "Containerfile").read_text(encoding="utf-8")


def _settings(names: list[str]) -> set[str]:
    return {name.removeprefix("CONSENT_").removesuffix("_FILE").lower() for name in names}


def test_every_setting_of_the_containers_exists(
    compose: dict[str, Any], containerfile: str, project: Path
) -> None:
    matches = list(re.findall(r"\b(CONSENT_\w+)=", containerfile))
    for name in OURS:
        matches += compose["services"][name]["environment"]
    assert len(matches) > 20
    assert _settings(matches) <= Names(project).settings


@pytest.mark.parametrize("name", OURS)
def test_production_accepts_the_settings(
    compose: dict[str, Any], containerfile: str, tmp_path: Path, name: str
) -> None:
    secrets = {
        "database_url": "postgresql://postgres/consent",
        "secret_keys": new_secret_key(),
        "smtp_url": "smtp+starttls://mail.example",
    }
    for file, value in secrets.items():
        (tmp_path / file).write_text(value, encoding="ascii")
    environment = dict(re.findall(r"\b(CONSENT_\w+)=(\S+)", containerfile))
    for setting, value in compose["services"][name]["environment"].items():
        with_host = re.sub(r"\$\{CONSENT_HOSTNAME[^}]*\}", "consent.example", value)
        environment[setting] = with_host.replace("/run/secrets", str(tmp_path))
    settings = read_settings({}, environment)
    assert settings.public_origin == "https://consent.example"
    assert settings.database_url == secrets["database_url"]


def test_redis_is_reached_by_the_socket_that_it_makes(compose: dict[str, Any]) -> None:
    redis = compose["services"]["redis"]
    socket = redis["command"][redis["command"].index("--unixsocket") + 1]
    for name in OURS:
        service = compose["services"][name]
        assert service["environment"]["CONSENT_RATE_LIMIT_STORAGE"] == f"redis+unix://{socket}"
        assert service["volumes"] == redis["volumes"]


def test_the_database_is_ready_only_when_others_can_connect(compose: dict[str, Any]) -> None:
    # The image first starts a server without TCP, which creates the database and stops again.
    check = compose["services"]["postgres"]["healthcheck"]["test"]
    assert check[check.index("-h") + 1] == "127.0.0.1"


def test_no_other_container_gets_the_address_of_the_proxy(compose: dict[str, Any]) -> None:
    (pool,) = compose["networks"]["outside"]["ipam"]["config"]
    proxy = compose["services"]["caddy"]["networks"]["outside"]["ipv4_address"]
    assert ipaddress.ip_address(proxy) in ipaddress.ip_network(pool["subnet"])
    assert ipaddress.ip_address(proxy) not in ipaddress.ip_network(pool["ip_range"])


def test_every_command_of_the_containers_exists(
    compose: dict[str, Any], containerfile: str
) -> None:
    assert 'ENTRYPOINT ["consent-app"]' in containerfile
    default = re.search(r'^CMD \["([\w-]+)"\]$', containerfile, re.MULTILINE)
    assert default is not None
    assert default[1] in COMMANDS
    for name in OURS:
        (command,) = compose["services"][name]["command"]
        assert command in COMMANDS


def test_every_file_exists_and_is_part_of_the_build(containerfile: str, project: Path) -> None:
    ignored = (project / ".dockerignore").read_text(encoding="utf-8").splitlines()
    exceptions = [line[1:] for line in ignored if line.startswith("!")]
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", containerfile, re.MULTILINE)
    for name in " ".join(copied).split():
        assert (project / name).exists(), name
        assert any(name == item or name.startswith(f"{item}/") for item in exceptions), name


def test_every_secret_is_defined_and_read_where_it_is_put(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        secrets = set(service.get("secrets", ()))
        assert secrets <= compose["secrets"].keys()
        for name, value in service.get("environment", {}).items():
            if name.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in secrets


def test_nothing_of_ours_runs_as_root_or_writes_to_itself(
    compose: dict[str, Any], containerfile: str
) -> None:
    user = re.findall(r"^USER (\d+):(\d+)$", containerfile, re.MULTILINE)
    assert user == [("10001", "10001")]
    for name in OURS:
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_no_container_writes_to_itself_or_gets_more_privileges(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_the_proxy_logs_neither_queries_nor_addresses(project: Path) -> None:
    caddy = (project / FOLDER / "Caddyfile").read_text(encoding="utf-8")
    fields = re.search(r"\tlog default {\n.*?fields {\n(.*?)\n\t+}", caddy, re.DOTALL)
    assert fields is not None
    assert {line.strip() for line in fields[1].splitlines()} == {
        r'request>uri regexp \?.* ""',
        "request>remote_ip delete",
        "request>client_ip delete",
        "request>headers delete",
    }


def test_a_proxy_passes_on_no_id_and_no_trace_of_a_visitor(project: Path) -> None:
    believed = [HEADER, *TRACE_CONTEXT.values()]
    caddy = (project / FOLDER / "Caddyfile").read_text(encoding="utf-8")
    for name in believed:
        assert re.search(rf"^\t+header_up (-{name}$|{name} {{http\.)", caddy, re.MULTILINE), name
    for path in ("nginx/consent.conf", "ha/nginx.conf"):
        nginx = (project / "deploy" / path).read_text(encoding="utf-8")
        for name in believed:
            line = rf'^ +proxy_set_header {name} (\$request_id|"");$'
            assert re.search(line, nginx, re.MULTILINE), (path, name)


def test_the_proxy_leads_to_the_web_containers_and_is_trusted(
    compose: dict[str, Any], containerfile: str, project: Path
) -> None:
    caddy = (project / FOLDER / "Caddyfile").read_text(encoding="utf-8")
    port = re.search(r"CONSENT_PORT=(\d+)", containerfile)
    assert port is not None
    proxies = re.findall(r"reverse_proxy (?:@banners )?(.+) {", caddy)
    assert proxies == [f"web-1:{port[1]} web-2:{port[1]}"] * 2
    assert caddy.count("\t\timport consent\n") == 2
    address = compose["services"]["caddy"]["networks"]["outside"]["ipv4_address"]
    for name in OURS:
        assert compose["services"][name]["environment"]["CONSENT_TRUSTED_PROXIES"] == address
