"""The settings of shop and academy, read from the environment and from a file `.env`."""

import os
from functools import cache
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

PROJECT_NAME = "wonder-toys"
_TRACES_PATH = "/v1/traces"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_PROXY_VARIABLES = {"http_proxy", "https_proxy", "all_proxy"}


class SettingsError(Exception):
    """The settings cannot be read. Says what to do."""


def phoenix_base_url(url: str) -> str:
    """Return `url` as the base of Phoenix's pages and API.

    Tracing tutorials put the full collector address, ending in /v1/traces, into
    PHOENIX_COLLECTOR_ENDPOINT; both forms mean the same server.
    """
    return url.strip().rstrip("/").removesuffix(_TRACES_PATH).rstrip("/")


def is_web_address(url: str) -> bool:
    """Return whether `url` is an absolute http or https address."""
    try:
        address = urlsplit(url)
        host = (address.hostname or "").encode("idna")  # as it goes into a request
        return address.scheme in {"http", "https"} and bool(host) and address.port != 0
    except ValueError:
        return False


def is_loopback(url: str) -> bool:
    """Return whether the web address `url` is on this machine."""
    return is_web_address(url) and urlsplit(url).hostname in _LOOPBACK


def keep_off_proxies(url: str) -> None:
    """Let this process use no proxy, if `url`, which is all it talks to, is on this machine."""
    if is_loopback(url):
        for name in [name for name in os.environ if name.lower() in _PROXY_VARIABLES]:
            del os.environ[name]


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` explains them to people."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    database_url: str = Field(
        default="sqlite:///.wonder-toys/shop.db", validation_alias="WONDER_TOYS_DATABASE_URL"
    )
    """Where orders are kept: a SQLAlchemy URL, SQLite or PostgreSQL."""

    phoenix_url: Annotated[str, BeforeValidator(phoenix_base_url)] = Field(
        default="http://localhost:6006", validation_alias="PHOENIX_COLLECTOR_ENDPOINT"
    )
    """The base address of the Phoenix server."""

    phoenix_api_key: SecretStr | None = Field(default=None, validation_alias="PHOENIX_API_KEY")
    """Needed only where Phoenix asks for authentication."""


@cache
def settings() -> Settings:
    """Return the process's settings, read once.

    Raises:
        SettingsError: the file `.env` cannot be read.
    """
    try:
        return Settings()
    except (OSError, UnicodeError) as error:
        raise SettingsError(
            f"The file .env in this folder cannot be read: {error}. Make it a text file in UTF-8 "
            "that you may read, as .env.example is, or take it away."
        ) from error
