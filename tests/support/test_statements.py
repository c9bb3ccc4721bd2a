"""The list of statements that a cluster has run, and the comparison with it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import column, select, table, tuple_
from sqlalchemy.dialects.postgresql import psycopg2

from tests.support.statements import Statements, read_list, shape

ON_POSTGRESQL: Any = {
    "dialect": psycopg2.dialect(),
    "compile_kwargs": {"render_postcompile": True},
}


def test_a_shape_is_the_same_for_all_values_and_filters() -> None:
    page = (
        "SELECT r.id\nFROM consent_receipts AS r WHERE r.workspace_id = %(w)s::UUID{more}"
        " ORDER BY r.id DESC LIMIT %(param_1)s"
    )
    plain = shape(page.format(more=""))
    more = " AND r.action = %(action_1)s AND r.id >= %(id_1)s::UUID"
    assert shape(page.format(more=more)) == plain
    assert shape("INSERT INTO x (a, b) VALUES (%s, %s), (%s, %s)") == shape(
        "INSERT INTO x (a, b) VALUES (%s, %s)"
    )
    assert shape("DROP TABLE consent_receipts_2026_11") == "DROP TABLE consent_receipts_MONTH"


def test_an_empty_list_has_the_shape_of_a_long_one() -> None:
    nodes = table("nodes", column("level"), column("position"))
    level, pair = nodes.c.level, tuple_(*nodes.c)
    for expression, first, second in ((level, 1, 2), (pair, (1, 2), (3, 4))):
        shapes = {
            shape(str(select(nodes).where(expression.in_(values)).compile(**ON_POSTGRESQL)))
            for values in ([], [first], [first, second])
        }
        assert len(shapes) == 1


def test_a_statement_without_the_workspace_is_another() -> None:
    with_it = "SELECT id FROM consent_receipts AS r WHERE r.id = %s AND r.workspace_id = %s"
    assert shape(with_it) != shape("SELECT id FROM consent_receipts AS r WHERE r.id = %s")


@pytest.mark.parametrize("kinds", [("cluster",), ("one_database",), ("cluster", "one_database")])
def test_unlisted_statements_count_as_untried_once(kinds: tuple[str, ...]) -> None:
    statements = Statements()
    listed = next(iter(read_list()["cluster"]))
    statements.merge({listed: None}, [listed])
    assert statements.untried() == []
    new = "SELECT country FROM consent_receipts"
    statements.merge(
        {new: None} if "cluster" in kinds else {}, [new] if "one_database" in kinds else []
    )
    assert statements.untried() == [new]
