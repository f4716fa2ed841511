"""What no schema can say: of two ways to name a page, a request takes one."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.hook
def filter_query(context: schemathesis.HookContext, query: dict[str, Any] | None) -> bool:
    return not {"page", "cursor"} <= (query or {}).keys()
