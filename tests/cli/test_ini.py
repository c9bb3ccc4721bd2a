"""INI files as the commands read them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from consent_app.cli import main
from consent_app.cli.ini import app_section, ini_argument
from consent_app.settings import SettingsError


def test_without_a_file_it_is_absent() -> None:
    assert app_section(None) == {}


@pytest.mark.parametrize("name", ["a.ini", "a.conf", "settings"])
def test_the_applications_section_is_read(tmp_path: Path, name: str) -> None:
    ini = tmp_path / name
    ini.write_text("[app:main]\nuse = egg:consent-app\nconsent.threads = 8\n")
    assert app_section(str(ini))["consent.threads"] == "8"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("[other]\na = b\n", "no section"),
        ("consent.threads = 8\n", "cannot be read"),
        ("[app:main]\nuse = egg:consent-app\nconsent.mail_from = 100%\n", "write %% instead"),
    ],
)
def test_an_invalid_file_is_reported_in_one_line(
    tmp_path: Path, content: str, expected: str
) -> None:
    ini = tmp_path / "a.ini"
    ini.write_text(content)
    with pytest.raises(SettingsError, match=expected) as error:
        app_section(str(ini))
    assert "\n" not in str(error.value)
    with pytest.raises(SettingsError, match="There is no file"):
        app_section(str(tmp_path / "another.ini"))


@pytest.mark.parametrize(
    ("words", "ini"), [([], "None"), (["a.ini"], "a.ini"), (["--ini", "b.ini"], "b.ini")]
)
def test_a_command_takes_the_file_by_name_or_as_its_last_word(words: list[str], ini: str) -> None:
    @click.command()
    @ini_argument
    def command(ini: str | None) -> None:
        click.echo(ini)

    result = CliRunner().invoke(command, words)
    assert result.output.strip() == (ini if ini != "None" else "")


def test_two_files_are_refused() -> None:
    @click.command()
    @ini_argument
    def command(ini: str | None) -> None:
        click.echo(ini)

    result = CliRunner().invoke(command, ["a.ini", "--ini", "b.ini"])
    assert result.exit_code == 2
    assert "Give one INI file, not both b.ini and a.ini." in result.output
    assert CliRunner().invoke(command, ["a.ini", "--ini", "a.ini"]).output == "a.ini\n"


@pytest.mark.parametrize("words", [[""], ["--ini", ""], ["--ini", "", ""]])
def test_an_empty_name_is_not_taken_for_none(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    # A script's variable that is not set: the command would work on another database.
    assert main(["jobs", "list", *words]) == 2
    assert capsys.readouterr().err == "consent-app: The name of the INI file is empty.\n"
