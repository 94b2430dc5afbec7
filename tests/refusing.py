"""A database that refuses some writes, so that a step fails in its middle as it would in earnest."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.models import Model

ON_POSTGRESQL = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
CREATE TRIGGER refusing BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse();
"""
ON_SQLITE = """
CREATE TRIGGER refusing BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, 'refused'); END;
"""


@contextmanager
def refusing_updates(model: type[Model]) -> Iterator[None]:
    """While this lasts the database refuses to change a row of the model (DatabaseError)."""
    on_postgresql, table = connection.vendor == "postgresql", model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute((ON_POSTGRESQL if on_postgresql else ON_SQLITE).format(table=table))
    yield
    with connection.cursor() as cursor:
        if on_postgresql:
            # a trigger cannot go while checks of the transaction's rows wait for its end
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
            cursor.execute("DROP FUNCTION refuse CASCADE")
        else:
            cursor.execute("DROP TRIGGER refusing")
