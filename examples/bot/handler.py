"""The handler of a chat bot: a line comes in, a line goes out; whatever network the bot lives in calls `reply`.

    bot = Bot(Client("https://regeln.example"))
    bot.reply("kneipe", "!karte exploding fone")

It needs `client/munchkin_regeln.py` beside it. Questions of one chat go on from each other („und wenn …?“).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from munchkin_regeln import ApiError, Card, Client

LONGEST = 1500
HELP = "Ich verstehe: !karte NAME, !suche WÖRTER, !frage SATZ (mit „Und wenn …?“ geht es weiter)."


@dataclass
class Bot:
    """Remembers per chat how its last answer goes on."""

    api: Client
    contexts: dict[str, str] = field(default_factory=dict)

    def reply(self, chat: str, line: str) -> str | None:
        """Return what the bot says to a line; None where nobody spoke to it."""
        if not line.startswith("!"):
            return None
        word, _, rest = line[1:].strip().partition(" ")
        ways = {"karte": self.card, "suche": self.search, "frage": self.question}
        if word not in ways or not rest.strip():
            return HELP
        try:
            return ways[word](chat, rest.strip())[:LONGEST]
        except ApiError as error:
            near = f" Vielleicht: {', '.join(error.suggestions)}." if error.suggestions else ""
            return f"{error.detail}{near}"
        except OSError:
            return "Die Regelseite antwortet gerade nicht."

    def card(self, chat: str, name: str) -> str:
        return told(self.api.card_named(name))

    def search(self, chat: str, words: str) -> str:
        hits = self.api.search(words)[:5]
        return "\n".join(f"{hit['title']} – {hit['html_url']}" for hit in hits) or "Nichts gefunden."

    def question(self, chat: str, text: str) -> str:
        found = self.api.question(text, context=self.contexts.get(chat, ""))
        self.contexts[chat] = found["context"]
        cited = f"\nBelege: {', '.join(found['cites'][:3])}" if found["cites"] else ""
        return f"{found['answer']}{cited}"


def told(card: Card) -> str:
    level = f", Stufe {card['level']}" if card["level"] is not None else ""
    return f"{card['name']} ({card['set']}{level}) – {card['html_url']}"
