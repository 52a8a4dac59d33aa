"""What the script says and keeps where Phoenix is away, locked, another program, or goes away."""

import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from academy.evaluations.tests.test_check_orders import MATCH, MISMATCH, check_orders


def explained(result, *words: str) -> None:
    """Assert that the verdicts were printed, and that the message tells what happened."""
    assert result.returncode == 2
    assert MATCH in result.stdout
    assert MISMATCH in result.stdout
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr
    assert ("were not recorded" in result.stderr) != ("may have been" in result.stderr)


@contextmanager
def web_server(answer) -> Iterator[str]:
    """Serve HTTP on a free port; `answer(handler)` deals with every request."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        do_POST = do_GET

        def log_message(self, *_arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def test_phoenix_that_is_away(free_url):
    explained(check_orders("--phoenix-url", free_url), "No Phoenix answers", "make phoenix")


@pytest.mark.parametrize(
    "address", ["phoenix", "ftp://localhost", "http://", "http://[", "", "http://.."]
)
def test_address_that_is_none(address):
    explained(check_orders("--phoenix-url", address), "http://localhost:6006", "--phoenix-url")


@pytest.mark.parametrize("status", [200, 404, 302])
def test_program_that_is_not_phoenix(status):
    def answer(handler):
        handler.send_response(status)
        handler.end_headers()
        handler.wfile.write(b"<html>hello</html>")

    with web_server(answer) as url:
        result = check_orders("--phoenix-url", url)

    explained(result, "is not the Phoenix this needs", "--phoenix-url")


def test_server_that_never_speaks_http():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        threading.Thread(target=lambda: silent.accept()[0].close()).start()
        result = check_orders("--phoenix-url", f"http://127.0.0.1:{silent.getsockname()[1]}")

    explained(result, "No Phoenix answers")


def test_phoenix_that_asks_for_a_key(locked_phoenix_url):
    result = check_orders("--phoenix-url", locked_phoenix_url)

    explained(result, "asks for an API key", "PHOENIX_API_KEY")


def test_phoenix_that_refuses_the_key(locked_phoenix_url, monkeypatch):
    monkeypatch.setenv("PHOENIX_API_KEY", "not-a-key")
    result = check_orders("--phoenix-url", locked_phoenix_url)

    explained(result, "refused the API key", "PHOENIX_API_KEY")
    assert "not-a-key" not in result.stderr


@pytest.mark.parametrize(
    ("last_request", "ending"),
    [
        ("/v1/traces", "The verdicts above were not recorded."),
        ("/v1/span_annotations", "The verdicts above were not recorded."),
        ("/v1/projects/wonder-toys/span_annotations", "The verdict may have been recorded"),
    ],
)
def test_phoenix_that_stops_after_the_order(phoenix_url, last_request, ending):
    """A gateway before a real Phoenix goes down when the spans, or the verdict, are sent."""
    down = threading.Event()

    def forward_until_down(handler):
        if handler.path.startswith(last_request):
            down.set()
        if down.is_set():
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        headers = {name: value for name, value in handler.headers.items() if name.lower() != "host"}
        answer = httpx.request(
            handler.command, phoenix_url + handler.path, content=body, headers=headers
        )
        handler.send_response(answer.status_code)
        for name in ("content-type", "x-phoenix-server-version"):
            if name in answer.headers:
                handler.send_header(name, answer.headers[name])
        handler.end_headers()
        handler.wfile.write(answer.content)

    with web_server(forward_until_down) as url:
        result = check_orders("--phoenix-url", url)

    assert down.is_set()
    explained(result, "No Phoenix answers", ending)
