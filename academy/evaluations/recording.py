"""Verdicts to Phoenix: written on a span, and read back before anybody is told so."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
from phoenix.client import Client
from phoenix.client.exceptions import PhoenixException
from phoenix.evals import Score

from backend.settings import is_web_address

SPAN_SECONDS = 20
"""How long a span may take from its export until Phoenix shows it."""

_POLL_SECONDS = 0.05
_UNREADABLE = (
    httpx.DecodingError,
    JSONDecodeError,
    UnicodeDecodeError,
    RecursionError,
    KeyError,
    TypeError,
)
"""What an answer raises that is not Phoenix's."""

_KEY_REFUSED = (401, 403)


class RecordingError(Exception):
    """Phoenix could not be reached, or did not keep what it was given. Says what to do."""


class UnconfirmedError(RecordingError):
    """Phoenix took the verdict, and then did not show it: it may be there, or not."""


class PhoenixRecorder:
    """Writes verdicts into one project of one Phoenix server."""

    def __init__(self, phoenix_url: str, api_key: str | None, project: str) -> None:
        """Talk to the server at `phoenix_url`.

        Raises:
            RecordingError: that is no address, nothing answers there, it is no Phoenix, or it
                refuses the API key.
        """
        if not is_web_address(phoenix_url):
            raise RecordingError(
                f"{phoenix_url!r} is no address of a Phoenix server. "
                "Give one such as http://localhost:6006 with --phoenix-url."
            )
        if api_key and not (api_key.isascii() and api_key.isprintable() and api_key.strip()):
            raise RecordingError(
                "PHOENIX_API_KEY holds characters that no key has. Copy the key again."
            )
        self._url = phoenix_url.rstrip("/")
        self._shown_url = _without_password(self._url)
        self._has_key = bool(api_key)
        self._project = project
        with self._explained():
            self._client = Client(base_url=self._url, api_key=api_key)
            # The health check would answer without a key; this asks as recording will.
            self._client.projects.list(name_contains=project)

    def record(self, score: Score, *, trace_id: str, span_id: str) -> str:
        """Write `score` on the span as an annotation of kind CODE, and read it back.

        Returns:
            The address of the trace's page.

        Raises:
            RecordingError: the span did not arrive, or Phoenix did not take the annotation.
            UnconfirmedError: it took it, but did not show it when it was asked.
        """
        with self._explained():
            self._wait(lambda: self._has_span(trace_id, span_id), f"the span {span_id}")
            project_id = self._client.projects.get(project_name=self._project)["id"]
            self._client.spans.add_span_annotation(
                span_id=span_id,
                annotation_name=cast(str, score.name),
                annotator_kind="CODE",
                label=score.label,
                score=score.score,
                explanation=score.explanation,
                sync=True,
            )
        try:
            with self._explained():
                verdict = f"the verdict {score.name}"
                self._wait(lambda: self._has_annotation(span_id, score), verdict)
        except RecordingError as error:
            raise UnconfirmedError(str(error)) from error
        return f"{self._shown_url}/projects/{project_id}/traces/{trace_id}"

    def _has_span(self, trace_id: str, span_id: str) -> bool:
        try:
            spans = self._client.spans.get_spans(
                project_identifier=self._project, trace_ids=[trace_id]
            )
        except httpx.HTTPStatusError as error:
            if error.response.status_code == httpx.codes.NOT_FOUND:
                return False  # the first span of a project makes the project
            raise
        return any(span["context"]["span_id"] == span_id for span in spans)

    def _has_annotation(self, span_id: str, score: Score) -> bool:
        annotations = self._client.spans.get_span_annotations(
            span_ids=[span_id],
            project_identifier=self._project,
            include_annotation_names=[cast(str, score.name)],
        )
        written = (score.label, score.score, score.explanation)
        return any(_result(annotation) == written for annotation in annotations)

    def _wait(self, found: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + SPAN_SECONDS
        while not found():
            if time.monotonic() > deadline:
                raise RecordingError(
                    f"Phoenix at {self._shown_url} did not show {what} within {SPAN_SECONDS} "
                    "seconds. Look at Phoenix's own output, then run this again."
                )
            time.sleep(_POLL_SECONDS)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPStatusError as error:
            raise RecordingError(self._status_words(error.response)) from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            reason = str(error).rstrip(".") or type(error).__name__
            raise RecordingError(
                f"No Phoenix answers at {self._shown_url} ({reason}). Start it with "
                "`make phoenix`, or give the address where it runs with --phoenix-url."
            ) from error
        except _UNREADABLE as error:
            raise RecordingError(self._no_phoenix()) from error
        except (ValueError, ImportError, OSError) as error:
            # A host name too long, a proxy of a kind that is not installed, no certificates.
            raise RecordingError(
                f"Phoenix at {self._shown_url} cannot be asked: {error}. Look at --phoenix-url "
                "and at the variables for proxies and certificates."
            ) from error
        except PhoenixException as error:
            raise RecordingError(
                f"Phoenix at {self._shown_url} is of no use here: {error}"
            ) from error

    def _status_words(self, response: httpx.Response) -> str:
        status = response.status_code
        if status in _KEY_REFUSED and self._has_key:
            return (
                f"Phoenix at {self._shown_url} refused the API key (status {status}). "
                "Set PHOENIX_API_KEY to a key that it knows."
            )
        if status in _KEY_REFUSED:
            return (
                f"Phoenix at {self._shown_url} asks for an API key (status {status}). "
                "Make one in its settings and set PHOENIX_API_KEY to it."
            )
        if status < httpx.codes.INTERNAL_SERVER_ERROR:
            return self._no_phoenix(f" (status {status})")
        return (
            f"Phoenix at {self._shown_url} failed (status {status}). "
            "Look at Phoenix's own output, then run this again."
        )

    def _no_phoenix(self, detail: str = "") -> str:
        return (
            f"What answers at {self._shown_url} is not the Phoenix this needs{detail}. "
            "Give the address where Phoenix runs with --phoenix-url."
        )


def _without_password(url: str) -> str:
    address = urlsplit(url)
    return address._replace(netloc=address.netloc.rpartition("@")[2]).geturl()


def _result(annotation: Any) -> tuple[Any, Any, Any]:
    result = annotation["result"]
    return result.get("label"), result.get("score"), result.get("explanation")
