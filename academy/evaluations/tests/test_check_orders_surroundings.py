"""The script in odd surroundings: proxies, closed pipes, broken settings, signals."""

import subprocess
import sys

import pytest

from academy.evaluations.tests.test_check_orders import MODULE, annotations, check_orders, spans
from tests.docs.pages import ROOT


@pytest.mark.parametrize("name", ["ALL_PROXY", "HTTP_PROXY", "http_proxy"])
@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "http://127.0.0.1:1", "ftp://x"])
def test_proxy_is_not_asked_for_this_machine(phoenix_url, monkeypatch, name, proxy):
    monkeypatch.setenv(name, proxy)
    result = check_orders("--phoenix-url", phoenix_url)

    assert result.returncode == 0, result.stderr


def test_proxy_that_cannot_be_used_is_explained(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    result = check_orders("--phoenix-url", "http://phoenix.invalid:6006")

    assert result.returncode == 2
    assert "variables for proxies" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_reader_that_goes_away_does_not_keep_the_verdict_from_phoenix(phoenix_url, options):
    before = len(spans(phoenix_url))
    command = [sys.executable, "-m", MODULE, "--phoenix-url", phoenix_url, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as check:
        assert check.stdout is not None
        assert check.stderr is not None
        check.stdout.close()
        notes = check.stderr.read()

    assert (check.returncode, notes) == (0, b"")
    assert len(spans(phoenix_url)) == before + 2
    newest = next(span for span in spans(phoenix_url) if span["name"] == "Purchase check")
    assert len(annotations(phoenix_url, [newest["context"]["span_id"]])) == 1


@pytest.mark.parametrize("module", [MODULE, "academy.demo", "academy.phoenix_server"])
def test_settings_that_cannot_be_read_are_explained(tmp_path, monkeypatch, module):
    (tmp_path / ".env").write_bytes(b"PHOENIX_API_KEY=sch\xfcssel\n")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = subprocess.run(
        [sys.executable, "-m", module], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert result.returncode == 2
    assert "The file .env in this folder cannot be read" in result.stderr
    assert "Traceback" not in result.stderr


def test_tracing_that_is_switched_off_is_explained(phoenix_url, monkeypatch):
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    result = check_orders("--phoenix-url", phoenix_url)

    assert result.returncode == 2
    assert "unset OTEL_SDK_DISABLED and OTEL_TRACES_SAMPLER" in result.stderr


def test_password_in_the_address_is_not_printed(phoenix_url):
    address = phoenix_url.replace("http://", "http://reader:s3same@")
    result = check_orders("--phoenix-url", address)

    assert result.returncode == 0, result.stderr
    assert "s3same" not in result.stdout + result.stderr
