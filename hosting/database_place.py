"""Where the database is that the settings name."""

from data.driver import Location, ServerAddress
from settings import Settings


def database_of(settings: Settings) -> Location:
    """Return the path of the database's file, or its address on a server."""
    return settings.database if settings.server is None else ServerAddress(settings.server)
