"""Operators' commands."""

from tests.support.commands import ini, isolated_app, run

__all__ = ["ini", "isolated_app", "run"]
