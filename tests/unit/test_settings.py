"""Settings from the environment and from a file `.env`."""

from pathlib import Path

import pytest

from backend.settings import Settings, phoenix_base_url, settings


def test_defaults_need_no_environment() -> None:
    defaults = Settings()

    assert defaults.database_url == "sqlite:///.wonder-toys/shop.db"
    assert defaults.phoenix_url == "http://localhost:6006"
    assert defaults.phoenix_api_key is None


def test_environment_names_every_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDER_TOYS_DATABASE_URL", "sqlite:///elsewhere.db")
    monkeypatch.setenv("PHOENIX_COLLECTOR_ENDPOINT", "https://phoenix.example:7007")
    monkeypatch.setenv("PHOENIX_API_KEY", "a-key")

    chosen = Settings()

    assert chosen.database_url == "sqlite:///elsewhere.db"
    assert chosen.phoenix_url == "https://phoenix.example:7007"
    assert chosen.phoenix_api_key is not None
    assert chosen.phoenix_api_key.get_secret_value() == "a-key"


def test_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHOENIX_API_KEY", "a-key")

    assert "a-key" not in repr(Settings())
    assert "a-key" not in Settings().model_dump_json()


@pytest.mark.parametrize(
    "name", ["WONDER_TOYS_DATABASE_URL", "PHOENIX_COLLECTOR_ENDPOINT", "PHOENIX_API_KEY"]
)
def test_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "")

    assert Settings() == Settings.model_construct()


def test_variables_of_others_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///of-another-program.db")
    monkeypatch.setenv("PHOENIX_URL", "http://another")

    assert Settings() == Settings.model_construct()


@pytest.mark.parametrize("ending", ["", "/", "/v1/traces", "/v1/traces/", "//", " "])
def test_address_of_the_collector_means_its_server(
    monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setenv("PHOENIX_COLLECTOR_ENDPOINT", f"http://phoenix:6006{ending}")

    assert Settings().phoenix_url == "http://phoenix:6006"


def test_only_the_end_of_an_address_is_taken_off() -> None:
    assert phoenix_base_url("http://host/v1/traces/phoenix") == "http://host/v1/traces/phoenix"
    assert phoenix_base_url("https://host/phoenix/v1/traces") == "https://host/phoenix"


def test_file_gives_settings_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    lines = ["PHOENIX_API_KEY=from-file", "WONDER_TOYS_DATABASE_URL=sqlite:///file.db", "OTHER=1"]
    Path(".env").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("WONDER_TOYS_DATABASE_URL", "sqlite:///environment.db")

    chosen = Settings()

    assert chosen.database_url == "sqlite:///environment.db"
    assert chosen.phoenix_api_key is not None
    assert chosen.phoenix_api_key.get_secret_value() == "from-file"


def test_process_reads_its_settings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = settings()
    monkeypatch.setenv("WONDER_TOYS_DATABASE_URL", "sqlite:///too-late.db")

    assert settings() is first
    assert settings().database_url != "sqlite:///too-late.db"
