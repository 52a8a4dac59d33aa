"""Send spans to Phoenix: in batches, in the background, and to this application's project only."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

# The plain provider: phoenix.otel's own starts an exporter at once, with no time limit to choose.
from openinference.instrumentation import TracerProvider
from openinference.instrumentation.langchain import LangChainInstrumentor
from phoenix.otel import PROJECT_NAME as PROJECT_ATTRIBUTE
from phoenix.otel import BatchSpanProcessor, HTTPSpanExporter, Resource

from backend.settings import PROJECT_NAME

EXPORT_SECONDS = 5
"""How long one export may take, its retries included."""


@contextmanager
def traced(phoenix_url: str, api_key: str | None) -> Iterator[TracerProvider]:
    """Trace LangChain's tools and models inside to the project `wonder-toys`; flush in the end.

    The provider stays out of OpenTelemetry's global slot, from where phoenix.evals would take it
    and put its evaluators' spans among the application's. A Phoenix that is away raises nothing:
    whoever needs to know whether a span arrived asks Phoenix for it.
    """
    # The exporter logs each failed try with its stack.
    logging.getLogger("opentelemetry.exporter.otlp").setLevel(logging.CRITICAL)
    exporter = HTTPSpanExporter(
        endpoint=f"{phoenix_url}/v1/traces",
        headers={"authorization": f"Bearer {api_key}"} if api_key else None,
        timeout=EXPORT_SECONDS,
    )
    provider = TracerProvider(resource=Resource.create({PROJECT_ATTRIBUTE: PROJECT_NAME}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    instrumentor = LangChainInstrumentor()
    instrumentor.instrument(tracer_provider=provider)
    try:
        yield provider
    finally:
        instrumentor.uninstrument()
        provider.shutdown()
