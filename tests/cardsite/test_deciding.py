"""Editors decide proposals: what differs, what it does to the cases, a release, and back into the fixtures."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from cards.deciding import accept, reject
from cards.exporting import card_entries
from cards.models import Card, Proposal, Redirect, Release
from cards.proposals import keep
from cardsite.consequences import consequences

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("anna"))
    return client


def proposed(slug: str, box: str = "impossible", sender: str = "a", **after: Any) -> Proposal:
    row = Proposal(
        kind="card", key=f"{box}/{slug}", title=slug, source="karte-de", after=after, sender=sender
    )
    row.stamp = f"{slug}-{sender}-{Proposal.objects.count()}"
    row.before = dict.fromkeys(after)
    return keep(row)


def card(slug: str, box: str = "impossible") -> Card:
    return Card.objects.get(edition=box, slug=slug)


def test_an_accepted_proposal_becomes_a_fact_with_its_source_and_a_release() -> None:
    before = Release.objects.latest().version
    row = proposed("cold-warrior", level=8, treasures=2)
    accept(row, ["level", "treasures"], "Danke!", "anna")
    row.refresh_from_db()
    assert (card("cold-warrior").level, card("cold-warrior").treasures) == (8, 2)
    assert card("cold-warrior").sources.filter(key="karte-de").exists()
    assert (row.state, row.reason, row.sender) == ("accepted", "Danke!", "")
    assert Release.objects.latest().version != before


def test_a_part_of_a_proposal_can_be_accepted() -> None:
    row = proposed("cold-warrior", level=8, treasures=2)
    accept(row, ["level"], "Schätze: bitte noch einmal nachsehen.", "anna")
    row.refresh_from_db()
    assert (card("cold-warrior").level, card("cold-warrior").treasures, row.state) == (8, None, "partly")


def test_a_german_name_moves_the_card_and_its_old_address_leads_there() -> None:
    accept(proposed("cold-warrior", german="Kalter Krieger"), ["german"], "", "anna")
    moved = card("kalter-krieger")
    assert (moved.name, moved.name_en, moved.name_is_german) == ("Kalter Krieger", "Cold Warrior", True)
    assert Redirect.objects.get(old="impossible/cold-warrior").new == "impossible/kalter-krieger"


def test_loading_files_that_do_not_know_the_new_name_takes_it_back_and_doubles_no_card() -> None:
    number = Card.objects.count()
    accept(proposed("cold-warrior", german="Kalter Krieger"), ["german"], "", "anna")
    call_command("load_fixtures", force=True, verbosity=0)
    assert card("cold-warrior").name == "Cold Warrior"
    assert Card.objects.count() == number
    assert not Redirect.objects.filter(new="impossible/kalter-krieger").exists()


def test_what_a_card_cannot_be_is_not_accepted() -> None:
    row = proposed("trenchcoat", level=3)
    with pytest.raises(ValidationError, match="Eine Karte der Art „Gegenstand“ hat das nicht"):
        accept(row, ["level"], "", "anna")
    row.refresh_from_db()
    assert row.state == "open"


def test_nothing_ticked_is_no_decision() -> None:
    row = proposed("cold-warrior", level=8)
    with pytest.raises(ValidationError, match="Kreuz an"):
        accept(row, [], "", "anna")
    row.refresh_from_db()
    assert row.state == "open"


def test_the_sender_of_a_german_name_sees_it_at_the_card_that_now_bears_it(reader: Client) -> None:
    row = proposed("cold-warrior", german="Kalter Krieger")
    accept(row, ["german"], "", "anna")
    said = reader.get(f"/vorschlag/stand/{row.token}/").content.decode()
    assert 'href="/karten/impossible/kalter-krieger/"' in said
    assert "<td>Kalter Krieger</td><td>Kalter Krieger</td>" in said


def newcomer(sender: str = "a", **after: Any) -> Proposal:
    row = Proposal(
        kind="new-card", key="shakespeare/caliban", title="Caliban", source="karte-de", after=after
    )
    row.stamp, row.sender = f"neu-{sender}", sender
    return keep(row)


def test_an_accepted_new_card_stands_behind_the_others_of_its_kind(reader: Client) -> None:
    row = newcomer(kind="monster", german="Caliban", level=11)
    accept(row, ["kind", "german", "level"], "", "anna")
    added = card("caliban", "shakespeare")
    assert (added.name, added.kind, added.level, added.coverage) == ("Caliban", "monster", 11, "partial")
    order = list(Card.objects.in_box("shakespeare").order_by("order").values_list("slug", flat=True))
    assert order[order.index("caliban") - 1] == "the-merchant-of-venison"
    assert not Redirect.objects.filter(new="shakespeare/caliban").exists()
    assert reader.get("/karten/shakespeare/caliban/").status_code == 200
    assert "Caliban" in reader.get("/suche/?q=Caliban").content.decode()


def test_no_new_card_without_its_name() -> None:
    with pytest.raises(ValidationError, match="Ohne ihren Namen"):
        accept(newcomer(kind="monster", german="Caliban", level=11), ["kind", "level"], "", "anna")


def test_a_new_card_is_written_into_its_place_in_the_file_and_loads_equal(tmp_path: Path) -> None:
    root = tmp_path / "fixtures"
    shutil.copytree(settings.FIXTURES, root)
    before = yaml.safe_load((root / "shakespeare/cards.yaml").read_text())
    accept(newcomer(kind="monster", german="Caliban"), ["kind", "german"], "", "anna")
    call_command("proposals", "export", out=root, verbosity=0)
    after = yaml.safe_load((root / "shakespeare/cards.yaml").read_text())
    slugs = [entry["slug"] for entry in after]
    assert slugs[slugs.index("caliban") - 1] == "the-merchant-of-venison"
    assert [entry for entry in after if entry["slug"] != "caliban"] == before
    assert card_entries()["shakespeare"] == after


def test_the_queue_says_that_a_card_is_new(editor: Client) -> None:
    row = newcomer(kind="monster", german="Caliban")
    newcomer(sender="b", kind="monster", german="Caliban")
    address = f"/admin/cards/proposal/{row.pk}/change/"
    said = editor.get(address).content.decode()
    assert "Eine Karte, die noch in keiner Liste steht." in said
    assert "2 unabhängige Absender schlagen genau das vor." in said
    assert editor.post(address, {"accept": "1", "field": ["kind", "german"]}).status_code == 302
    assert card("caliban", "shakespeare").kind == "monster"


def test_a_rejected_proposal_keeps_its_reason_and_forgets_its_sender() -> None:
    row = proposed("cold-warrior", level=8)
    reject(row, "Auf unserer Karte steht 6.")
    row.refresh_from_db()
    assert (row.state, row.reason, row.sender) == ("rejected", "Auf unserer Karte steht 6.", "")
    assert card("cold-warrior").level is None


def test_equal_proposals_are_decided_together() -> None:
    first, second = proposed("cold-warrior", level=8), proposed("cold-warrior", sender="b", level=8)
    accept(first, ["level"], "", "anna")
    second.refresh_from_db()
    assert second.state == "accepted"


def test_the_queue_shows_difference_and_agreement_and_decides(editor: Client) -> None:
    row = proposed("cold-warrior", level=8)
    proposed("cold-warrior", sender="b", level=8)
    address = f"/admin/cards/proposal/{row.pk}/change/"
    queue = editor.get("/admin/cards/proposal/").content.decode()
    assert "cold-warrior" in queue
    assert ">Stufe<" in queue
    said = editor.get(address).content.decode()
    assert "2 unabhängige Absender schlagen genau das vor." in said
    assert "<td>nicht belegt</td><td>nicht belegt</td><td><strong>8</strong></td>" in said
    assert "braucht einen Grund" in editor.post(address, {"reject": "1"}).content.decode()
    assert editor.post(address, {"accept": "1", "field": ["level"]}).status_code == 302
    assert card("cold-warrior").level == 8


def test_whoever_is_no_editor_sees_no_queue(client: Client) -> None:
    assert client.get("/admin/cards/proposal/").status_code == 302


def test_the_cases_that_would_fail_with_a_proposal_are_named() -> None:
    helped = card("einhorn-baby", "axe-cop")
    found = consequences(helped, {"bonus": 9})
    assert len(found) > 1
    assert any(one.passes and not one.would_pass for one in found)
    assert card("einhorn-baby", "axe-cop").bonus == helped.bonus


def test_what_was_accepted_is_written_into_the_fixtures_which_then_load_equal(tmp_path: Path) -> None:
    root = tmp_path / "fixtures"
    shutil.copytree(settings.FIXTURES, root)
    before = (root / "impossible/cards.yaml").read_text()
    accept(proposed("cold-warrior", level=8, german="Kalter Krieger"), ["level", "german"], "", "anna")
    call_command("proposals", "export", out=root, verbosity=0)
    entries = yaml.safe_load((root / "impossible/cards.yaml").read_text())
    written = next(entry for entry in entries if entry["slug"] == "kalter-krieger")
    assert (written["name_en"], written["facts"], written["sources"]) == (
        "Cold Warrior", {"level": 8}, ["munchkindb", "karte-de"],
    )  # fmt: skip
    assert entries.index(written) == yaml.safe_load(before).index(
        next(entry for entry in yaml.safe_load(before) if entry["slug"] == "cold-warrior")
    )
    changed = set((root / "impossible/cards.yaml").read_text().splitlines()) ^ set(before.splitlines())
    assert len(changed) < 12
    assert card_entries()["impossible"] == [*entries]


def test_without_accepted_proposals_nothing_is_written(tmp_path: Path) -> None:
    root = tmp_path / "fixtures"
    shutil.copytree(settings.FIXTURES, root)
    proposed("cold-warrior", level=8)
    call_command("proposals", "export", out=root, verbosity=0)
    for file in ("impossible/cards.yaml", "redirects.yaml"):
        assert (root / file).read_text() == (settings.FIXTURES / file).read_text()


def test_ten_thousand_proposals_do_not_slow_reading(
    reader: Client, django_assert_max_num_queries: Any
) -> None:
    now = timezone.now()
    Proposal.objects.bulk_create(
        [
            Proposal(token=f"t{n}", stamp=f"s{n}", kind="card", key="impossible/n", made_at=now)
            for n in range(10_000)
        ]
    )
    with django_assert_max_num_queries(20) as asked:
        assert reader.get("/karten/impossible/cold-warrior/").status_code == 200
    assert not [query for query in asked.captured_queries if "proposal" in query["sql"]]


def test_the_api_says_where_proposals_wait_but_not_what_they_say(reader: Client) -> None:
    proposed("cold-warrior", level=8, german="Kalter Krieger")
    proposed("cold-warrior", sender="b", treasures=3)
    reject(proposed("trenchcoat", bonus=2), "Nein.")
    body = reader.get("/api/v1/proposals?set=impossible").json()
    assert [(row["id"], row["fields"], row["count"]) for row in body["data"]] == [
        ("impossible/cold-warrior", ["level", "german", "treasures"], 2)
    ]
    assert "Kalter" not in str(body)
    proposed("trenchcoat", sender="c", bonus=2)
    assert reader.get("/api/v1/proposals?set=impossible").json()["count"] == 2
