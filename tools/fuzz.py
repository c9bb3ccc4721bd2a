"""``make fuzz``: long runs of schemathesis, for each group of operations (the document's tags).

Each group gets ``FUZZ_CASES`` cases (10,000), divided among its operations, with the fixed seed of
schemathesis.toml, and at most ``FUZZ_SECONDS`` (no limit by default). ``FUZZ_GROUPS`` selects
groups, separated by commas; ``FUZZ_DATABASE`` is ``sqlite`` or ``postgresql``. The result of each
group's last run is stored in ``var/fuzz/``, and ``python -m tools.fuzz --table`` shows it. See
docs/fuzzing.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from pathlib import Path
from typing import Any

from consent_app.openapi.document import Document
from tools.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "var" / "fuzz"
CASES = 10_000
LINKS = "Links"
"""The group of the links between all operations, across tags."""


def groups(document: Document) -> list[str]:
    """Return the groups: every tag, in order, and the links."""
    return [*Counter(operation["tags"][0] for *_, operation in document.operations()), LINKS]


def report_of(group: str, database: str) -> Path:
    """Return the path of the report about the group's last run."""
    return REPORTS / f"{group.lower().replace(' ', '-')}-{database}.json"


def sent(report: dict[str, Any]) -> int:
    """Return the number of cases that the run sent."""
    return sum(report["cases"].values())


def summary_line(report: dict[str, Any]) -> str:
    """Return a summary of a run on one line."""
    answers: Counter[str] = Counter()
    for statuses in report["answers"].values():
        for status, count in statuses.items():
            answers[f"{status[0]}xx"] += count
    return (
        f"{report['group']} ({report['database']}): {sent(report):,} cases, "
        f"{report['requests']:,} requests, {report['seconds']} s, "
        f"{', '.join(f'{count:,} {kind}' for kind, count in sorted(answers.items()))}, "
        f"{report['failures']} failures"
    )


def table(reports: list[dict[str, Any]]) -> str:
    """Return the runs as a Markdown table with a total."""
    lines = [
        "| Group | Database | Operations | Cases | Seconds | Failures |",
        "|---|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {report['group']} | {report['database']} | {report['operations']} | {sent(report):,} "
        f"| {report['seconds']:,} | {report['failures']} |"
        for report in reports
    ]
    seconds = sum(report["seconds"] for report in reports)
    failures = sum(report["failures"] for report in reports)
    lines.append(f"| all | | | {sum(map(sent, reports)):,} | {seconds:,} | {failures} |")
    return "\n".join(lines)


def last_runs(names: list[str]) -> list[dict[str, Any]]:
    """Return the last run of each group on each database, if there was one."""
    paths = [report_of(name, database) for database in ("sqlite", "postgresql") for name in names]
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.exists()]


def main() -> None:
    """Fuzz each group in its own process; exit with status 1 if there was a failure."""
    names = groups(Document(read_yaml(ROOT / "openapi.yaml")))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", action="store_true", help="show each group's last run")
    if parser.parse_args().table:
        print(table(last_runs(names)))
        return
    database = os.environ.get("FUZZ_DATABASE", "sqlite")
    seconds = os.environ.get("FUZZ_SECONDS")
    chosen = os.environ.get("FUZZ_GROUPS")
    chosen_groups = [name.strip() for name in chosen.split(",")] if chosen else names
    if unknown := set(chosen_groups) - set(names):
        sys.exit(f"No such group: {', '.join(sorted(unknown))}. There are: {', '.join(names)}.")
    REPORTS.mkdir(parents=True, exist_ok=True)
    failed, reports = [], []
    for group in chosen_groups:
        report = report_of(group, database)
        report.unlink(missing_ok=True)
        environ = {
            "FUZZ_CASES": str(CASES),
            **os.environ,
            "FUZZ_GROUP": group,
            "FUZZ_REPORT": str(report),
        }
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"),
            *("-o", "faulthandler_timeout=0", "tests/contract/at_length.py", "-k", database),
        ]
        print(f"{group}:", flush=True)
        try:
            ended = subprocess.run(
                command, cwd=ROOT, env=environ, check=False, timeout=seconds and float(seconds)
            )
        except subprocess.TimeoutExpired:
            print(f"{group}: stopped after {seconds} seconds; it has no result", flush=True)
            continue
        if ended.returncode:
            failed.append(group)
        if report.exists():
            reports.append(json.loads(report.read_text(encoding="utf-8")))
            print(summary_line(reports[-1]), flush=True)
    print(f"{sum(map(sent, reports)):,} cases in {len(reports)} groups", flush=True)
    if failed:
        sys.exit(f"Failures in: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
