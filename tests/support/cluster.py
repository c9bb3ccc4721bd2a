"""Citus's functions, as far as the product calls them, for plain PostgreSQL.

They let the statements of a cluster run on any server.

Nothing is distributed, so only a real cluster shows that it can plan them (``make citus``).
"""

from __future__ import annotations

from consent_app.db.engine import create_engine

_STAND_INS = """
CREATE TABLE pg_dist_node (nodename text, isactive boolean, shouldhaveshards boolean);
INSERT INTO pg_dist_node VALUES ('one', true, true), ('two', true, true);
CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text,
    shards integer, colocated text);
CREATE TABLE emptied (name text);

CREATE FUNCTION create_distributed_table(name regclass, key text, shard_count integer)
RETURNS void LANGUAGE sql AS
$$ INSERT INTO pg_dist_partition VALUES (name, 'h', key, shard_count, NULL) $$;

CREATE FUNCTION create_distributed_table(name regclass, key text, colocate_with text)
RETURNS void LANGUAGE sql AS
$$ INSERT INTO pg_dist_partition
   SELECT name, 'h', key, shards, colocate_with FROM pg_dist_partition
   WHERE logicalrelid = colocate_with::regclass $$;

-- It would empty what has no shards elsewhere here.
CREATE FUNCTION truncate_local_data_after_distributing_table(name regclass)
RETURNS void LANGUAGE sql AS $$ INSERT INTO emptied VALUES (name::text) $$;

CREATE FUNCTION get_shard_id_for_distribution_column(name regclass, id uuid)
RETURNS bigint LANGUAGE sql AS $$ SELECT 102008 + (hashtext(id::text) & 31) $$;
"""


def stand_in_for_citus(url: str) -> None:
    """Give the database at ``url`` the catalogue and the functions of a cluster of two nodes."""
    engine = create_engine(url, pool_size=1)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(_STAND_INS)
    finally:
        engine.dispose()
