"""The protocol's own client talks to the site over HTTP and over standard input and output; both hear the same.

python tests/clients/assistant.py ADDRESS PYTHON
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

QUESTION = {"question": "Darf ich im Kampf meine Rüstung verkaufen?", "sets": ["axe-cop"]}


async def talk(server: Any, mode: str) -> tuple[list[str], str]:
    """Return the tools and an answer."""
    async with Client(server, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("ask_question", QUESTION)
        wrong = await client.call_tool("ask_question", {"qestion": "?"})
        assert wrong.is_error
        assert not result.is_error
        return tools, result.content[0].text


async def main(address: str, python: str) -> None:
    here = StdioServerParameters(
        command=python, args=["manage.py", "mcp", "--base", address], env=dict(os.environ)
    )
    heard = [await talk(f"{address}/mcp", mode) for mode in ("legacy", "auto")]
    heard.append(await talk(stdio_client(here), "legacy"))
    if any(one != heard[0] for one in heard):
        sys.exit(f"Nicht überall dasselbe: {heard}")
    tools, answer = heard[0]
    print(f"{len(tools)} Werkzeuge; {answer.splitlines()[1]}")


asyncio.run(main(*sys.argv[1:]))
