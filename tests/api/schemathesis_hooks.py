"""What no schema can say: the names in a question must be known."""

from __future__ import annotations

import re

import schemathesis

# How the readers refuse a key, a type or a gap: the schema says all of it, but for which keys each action has.
# A name of blanks alone is none that anybody could read, and refused as a name.
FORM = re.compile(
    r"^Der Schlüssel „|\bmuss .* stehen, nicht „|^An der Stelle \S+ fehlt(?! ein Name: Er ist leer)"
)


@schemathesis.check
def a_question_that_keeps_to_the_schema_is_refused_for_its_names_only(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """Let a 422 name a card, a box or a person that nobody knows, or a limit; never a key, a type or a gap."""
    if response.status_code != 422 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    problem = response.json()
    for error in problem.get("errors", [problem]):
        assert (
            error["pointer"].startswith("/do/")
            or error["pointer"].endswith("/bottom")
            or not FORM.search(error["detail"])
        ), error
