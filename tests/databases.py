"""Fresh databases for tests: a SQLite file, and a schema of its own in PostgreSQL."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url

POSTGRES_VARIABLE = "WONDER_TOYS_TEST_POSTGRES"
"""A PostgreSQL URL whose role may create schemas. `.ci/run` sets it; without it the tests skip."""


def postgres_url() -> str | None:
    """Return the PostgreSQL server that tests may use, or None."""
    return os.environ.get(POSTGRES_VARIABLE) or None


def sqlite_url(folder: Path) -> str:
    """Return the URL of a database file in `folder` that does not exist yet."""
    return f"sqlite:///{folder / f'{uuid.uuid4().hex}.db'}"


@contextmanager
def fresh_postgres(server: str) -> Iterator[str]:
    """Yield the URL of an empty schema on `server`, dropped in the end."""
    schema = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{schema}"')
        try:
            url = make_url(server).update_query_dict({"options": f"-csearch_path={schema}"})
            yield url.render_as_string(hide_password=False)
        finally:
            connection.execute(f'DROP SCHEMA "{schema}" CASCADE')
