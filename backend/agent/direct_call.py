"""Call one of the agent's tools without a model or a graph around it."""

from typing import Any, cast

from langchain.tools import BaseTool, ToolRuntime

from backend.agent.context import ShopContext


def call_tool(
    tool: BaseTool, arguments: dict[str, Any], context: ShopContext, *, call_id: str | None = None
) -> dict[str, Any]:
    """Return what `tool` answers to `arguments`, as it does inside a turn of the agent.

    `call_id` is the tool call's id: a purchase repeated with the same one buys nothing more.
    """
    runtime: ToolRuntime[ShopContext] = ToolRuntime(
        state={},
        context=context,
        config={},
        stream_writer=lambda _chunk: None,
        tool_call_id=call_id,
        store=None,
    )
    return cast(dict[str, Any], tool.invoke({**arguments, "runtime": runtime}))
