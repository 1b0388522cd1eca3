"""A PostgreSQL server for tests, if `POSTGRES_FOR_TESTS` names one: a database for each test."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from data.driver import Location, ServerAddress

SERVER = os.environ.get("POSTGRES_FOR_TESTS")
"""The address of a database in which others can be created; without it tests take SQLite."""

of_file = pytest.mark.skipif(SERVER is not None, reason="it is about SQLite's file")
"""Marks a test that is about the file of a database."""


_EMPTY = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
SET session_replication_role = replica;  -- whatever refers to what
DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT tablename AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'parlour' LOOP
        EXECUTE format('DELETE FROM %I', found.name);
    END LOOP;
    FOR found IN SELECT sequencename AS name FROM pg_sequences WHERE last_value > 0 LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', found.name);
    END LOOP;
END $$
"""


@contextmanager
def new_database() -> Iterator[ServerAddress]:
    """Create a database on the server; it is dropped in the end."""
    assert SERVER is not None, "the tests run on PostgreSQL"
    name = f"parlour_{uuid4().hex}"
    execute(ServerAddress(SERVER), f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield ServerAddress(urlsplit(SERVER)._replace(path=f"/{name}").geturl())
    finally:
        execute(ServerAddress(SERVER), f"DROP DATABASE {name} WITH (FORCE)")


def empty(address: ServerAddress) -> None:
    """Cut all connections to a database and remove all rows, in a tenth of a new one's time."""
    execute(address, _EMPTY)


def execute(location: Location, sql: str) -> int:
    """Execute a statement in a database, past the store; return how many rows it changed."""
    if isinstance(location, Path):
        with closing(sqlite3.connect(location)) as connection, connection:
            return connection.execute(sql).rowcount
    import psycopg  # noqa: PLC0415 (only tests on a server need it)

    with psycopg.connect(location.url, autocommit=True) as session:
        return session.execute(sql.encode()).rowcount
