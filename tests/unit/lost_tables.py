"""Break a database under an open store."""

from sqlalchemy import text

from backend.orders.database import open_engine


def drop_tables(database_url: str, *names: str) -> None:
    """Drop these tables, the ones that point to others first."""
    engine = open_engine(database_url)
    with engine.begin() as connection:
        for name in names:
            connection.execute(text(f"DROP TABLE {name}"))
    engine.dispose()
