"""Asks a question in German and prints the answer with what it rests on; a second question goes on from it."""

from __future__ import annotations

import sys

from munchkin_regeln_client import Client
from munchkin_regeln_client.api.resolver import ask_question
from munchkin_regeln_client.models import AskAnswer, AskQuestionBody, Problem


def ask(client: Client, body: AskQuestionBody) -> AskAnswer:
    answer = ask_question.sync(client=client, body=body)
    if isinstance(answer, Problem):
        raise SystemExit(answer.detail)
    if not isinstance(answer, AskAnswer):
        raise SystemExit("Keine Antwort.")
    return answer


def main() -> None:
    client = Client(base_url=sys.argv[1])
    first = ask(client, AskQuestionBody(q="Darf ich im Kampf meine Rüstung verkaufen?", sets=["axe-cop"]))
    print(f"{first.verdict}: {first.answer}")
    print(", ".join(first.cites))
    second = ask(client, AskQuestionBody(q="Warum?", sets=["axe-cop"], context=first.context))
    print(f"{second.verdict}: {second.answer}")


if __name__ == "__main__":
    main()
