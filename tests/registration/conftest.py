"""Fixtures of these tests."""

from __future__ import annotations

from tests.support.operator_context import ctx

__all__ = ["ctx"]
