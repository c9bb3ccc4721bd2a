"""The periodic jobs of statistics."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.statistics import roll_ups, visitor_rules
from consent_app.statistics.retention import apply_retention

ROLL_UP = "statistics.hourly_counts"
FORMER_ROLL_UP = "receipts.figures"
"""Its name in release 0.1. A row of that name runs once more, and is deleted."""
ROLL_UP_EVERY_SECONDS = 300
PRESENTATIONS = "statistics.presentations"
PRESENTATIONS_EVERY_SECONDS = 300
VISITOR_RULES = "statistics.visitor_rules"
VISITOR_RULES_EVERY_SECONDS = 6 * 3600
RETENTION = "statistics.retention"
RETENTION_EVERY_SECONDS = 24 * 3600


def roll_up(app: Application, payload: dict[str, Any]) -> None:
    """Count the decisions of the last hours, and sum up the days that are over."""
    roll_ups.roll_up(app)
    roll_ups.roll_up_days(app)


def roll_up_presentations(app: Application, payload: dict[str, Any]) -> None:
    """Count the decisions of the last hours by language and surface."""
    roll_ups.roll_up_presentations(app)


def update_visitor_rules(app: Application, payload: dict[str, Any]) -> None:
    """Update the rules that domains are assessed by, from their visitors' decisions."""
    visitor_rules.update_visitor_rules(app)


def retention(app: Application, payload: dict[str, Any]) -> None:
    """Delete the counts that are older than their workspace's retention."""
    apply_retention(app)
