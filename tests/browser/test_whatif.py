"""The what-if pages in Chromium: a dispute from the question to the shared link, by hand, without JavaScript."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asserts import OpenPage, assert_accessible, both_schemes
from tests.browser.taps import Hand

PAGE = "/was-waere-wenn/"
DISPUTE = "Schaffe ich den Kindskopfkraken mit Stufe 6 und +4?"
WIDTHS = [360, 1280]
FOLD = 640


def is_above_the_fold(page: Page, selector: str) -> bool:
    box = page.locator(selector).first.bounding_box()
    return box is not None and box["y"] + box["height"] <= FOLD


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_the_axe_cop_dispute_is_settled_and_shared(open_page: OpenPage, width: int, scheme: str) -> None:
    page = open_page(PAGE, width, scheme)
    page.get_by_label("Was ist passiert?").fill(DISPUTE)
    page.get_by_text("Welche Boxen liegen auf dem Tisch?").click()
    page.get_by_label("Munchkin Axe Cop").check()
    page.get_by_role("button", name="Frage klären").click()
    expect(page.locator("h1")).to_contain_text("10 gegen 18")
    expect(page.locator(".cites--decisive .cites__text")).to_be_visible()
    page.get_by_text("So ist gerechnet").click()
    expect(page.get_by_role("img", name="Munchkins 10")).to_be_visible()
    step = page.locator(".proof summary").first
    step.click()
    expect(page.locator(".proof details[open] .cites__text").first).to_be_visible()
    page.get_by_text("QR und Text").click()
    told = page.get_by_label("Text für die Gruppe").input_value()
    address = re.search(r"https?://\S+", told)
    assert address is not None
    assert page.locator(".share__qr").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.goto(address.group())
    expect(page.locator("h1")).to_contain_text("10 zu 18")


SHARING = """navigator.share = async (what) => {
  document.body.dataset.shared = JSON.stringify(what);
};"""


def test_an_answer_is_handed_on_by_the_button_of_the_system(open_page: OpenPage) -> None:
    page = open_page("/hinweise/", 360)
    page.add_init_script(SHARING)
    page.goto(page.url.replace("/hinweise/", f"{PAGE}?fall=axe-cop-01-krake-allein"))
    page.get_by_role("button", name="Teilen", exact=True).click()
    shared = json.loads(page.locator("body").get_attribute("data-shared") or "{}")
    assert "13 zu 18" in shared["text"]
    assert shared["url"].startswith("http")


def test_a_further_question_takes_two_taps_and_says_what_changed(look_at: OpenPage) -> None:
    page = look_at(f"{PAGE}?q={quote(DISPUTE)}&sets=axe-cop", 360)
    hand = Hand(page)
    hand.types(page.get_by_role("textbox", name="Weiterfragen"), "Und mit +14?")
    hand.taps(page.get_by_role("button", name="Fragen", exact=True))
    expect(page.locator("h1")).to_contain_text("10 : 18 → 20 : 18")
    assert hand.count <= 2


def test_one_asks_on_about_a_fight_of_a_link(look_at: OpenPage) -> None:
    page = look_at(f"{PAGE}bauen/", 360)
    page.get_by_label("Monster: Karte dazu", exact=True).fill("Kindskopfkrake")
    page.get_by_role("button", name="Lage auswerten").click()
    expect(page.locator("h1")).to_contain_text("zu 18")
    page.get_by_role("textbox", name="Weiterfragen").fill("Und mit +20?")
    page.get_by_role("button", name="Fragen", exact=True).click()
    expect(page.locator("h1")).to_contain_text("gegen 18")
    expect(page.locator(".result")).to_have_text("Sieg")


@pytest.mark.parametrize("script", [True, False])
def test_what_was_read_is_corrected_where_it_stands(open_page: OpenPage, script: bool) -> None:
    page = open_page(f"{PAGE}?q={quote(DISPUTE)}&sets=axe-cop", 360, java_script_enabled=script)
    page.locator(".mend summary", has_text="+4").click()
    page.get_by_label("Statt „+4“").fill("+14")
    page.get_by_role("button", name="Ändern").click()
    expect(page.locator("h1")).to_contain_text("20 gegen 18")
    expect(page.locator(".result")).to_have_text("Sieg")


def test_one_die_shows_each_of_its_faces(look_at: OpenPage) -> None:
    page = look_at(f"{PAGE}?fall=flucht-chancen-cthulhu", 360)
    expect(page.locator(".die")).to_have_count(6)
    page = look_at(f"{PAGE}?fall=axe-cop-62-beide-laufen-weg", 360)
    expect(page.locator(".outcome").first.locator(".die")).to_have_count(8)
    page.locator(".outcome > summary").first.click()
    expect(page.locator(".outcome .proof").first).to_be_visible()


def test_something_is_changed_and_both_scores_stand_beside_each_other(look_at: OpenPage) -> None:
    page = look_at(f"{PAGE}?fall=kampf-verstaerker-welches-cthulhu&vor=3:4", 360)
    expect(page.locator(".before-now")).to_have_text(re.compile("vorher 3 : 4 .*jetzt 7 : 15"))


def test_verdict_and_both_sides_stand_above_the_fold_on_a_phone(look_at: OpenPage) -> None:
    page = look_at(f"{PAGE}?q={quote(DISPUTE)}&sets=axe-cop", 360)
    assert is_above_the_fold(page, "h1")
    assert is_above_the_fold(page, ".cites--decisive")
    page = look_at(f"{PAGE}?fall=axe-cop-01-krake-allein", 360)
    assert is_above_the_fold(page, ".sum >> nth=1")
    page = look_at(f"{PAGE}?fall=kampf-verstaerker-welches-cthulhu", 360)
    assert is_above_the_fold(page, ".decision .button")


@pytest.mark.parametrize("script", [True, False])
def test_a_fight_is_built_by_hand_with_cards_no_box_has(open_page: OpenPage, script: bool) -> None:
    page = open_page(f"{PAGE}bauen/", 360, java_script_enabled=script)
    page.get_by_role("button", name="Monster: Karte von Hand eingeben", exact=True).click()
    expect(page.get_by_role("heading", name="Karte von Hand")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Höllenhund")
    page.get_by_label("Stufe", exact=True).fill("9")
    page.get_by_role("button", name="Karte dazulegen").click()
    page.get_by_role("group", name="Du").get_by_label("Stufe").fill("6")
    page.get_by_role("group", name="Du").get_by_role(
        "button", name="Im Spiel: Karte von Hand eingeben"
    ).click()
    expect(page.get_by_role("heading", name="Karte von Hand")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Zauberhut")
    page.get_by_label("Bonus").fill("2")
    page.get_by_role("button", name="Karte dazulegen").click()
    expect(page.get_by_role("button", name="Zauberhut entfernen")).to_be_visible()
    page.get_by_role("button", name="Lage auswerten").click()
    expect(page.locator("h1")).to_contain_text("8 zu 9")
    expect(page.locator(".answer")).to_contain_text("„Zauberhut“ von Dir")


def test_the_builder_counts_along_while_one_types(open_page: OpenPage) -> None:
    page = open_page(f"{PAGE}bauen/", 1280)
    page.get_by_label("Monster: Karte dazu", exact=True).fill("Kindsk")
    expect(page.locator("#karten option")).to_have_attribute("value", "Kindskopfkrake")
    page.get_by_label("Monster: Karte dazu", exact=True).fill("Kindskopfkrake")
    page.get_by_role("button", name="Monster: dazulegen", exact=True).click()
    expect(page.locator(".build__standing")).to_contain_text("3 zu 18")
    level = page.get_by_role("group", name="Du").get_by_label("Stufe")
    level.fill("7")
    level.press("Tab")
    expect(page.locator(".build__standing")).to_contain_text("7 zu 18")
    page.reload()
    expect(page.locator(".build__standing")).to_contain_text("7 zu 18")


def test_an_unknown_card_is_mended_with_one_click(open_page: OpenPage) -> None:
    page = open_page(f"{PAGE}bauen/", 360, java_script_enabled=False)
    page.get_by_label("Monster: Karte dazu", exact=True).fill("Kindskopfkrabbe")
    page.get_by_role("button", name="Monster: dazulegen", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Kindskopfkrabbe")
    page.get_by_role("link", name="kindskopfkrake nehmen").click()
    expect(page.get_by_role("button", name="Kindskopfkrake entfernen")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_defeat_is_told_with_its_reason(look_at: OpenPage, width: int) -> None:
    page = look_at(
        f"{PAGE}?q={quote('Schaffe ich den Kindskopfkraken mit Stufe 3 und +2?')}&sets=axe-cop", width
    )
    expect(page.locator(".answer__label")).to_contain_text("Niederlage")
    expect(page.locator(".cites--decisive a")).to_be_visible()
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


@pytest.mark.parametrize("script", [True, False])
def test_an_open_choice_is_taken_with_a_button(open_page: OpenPage, script: bool) -> None:
    page = open_page(f"{PAGE}?fall=kampf-verstaerker-welches-cthulhu", 360, java_script_enabled=script)
    expect(page.locator("h1")).to_contain_text("Auf welches Monster")
    page.get_by_role("link", name="Grobian").click()
    expect(page.locator(".decision")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("7 zu 20")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_base_is_scored_from_the_strengths_at_it(look_at: OpenPage, width: int) -> None:
    page = look_at(f"{PAGE}bauen/?spiel=smash-up", width)
    page.get_by_label("Kreaturen von Du").fill("6; 6")
    page.get_by_label("Kreaturen von Anna").fill("8")
    page.get_by_label("Aktion", exact=True).select_option(label="Basis werten")
    page.get_by_role("button", name="Aktion dazu").click()
    expect(page.get_by_label("Welche", exact=True)).to_have_value("0")
    page.get_by_role("button", name="Basis auswerten").click()
    rows = page.locator(".table tbody tr")
    expect(rows.nth(0)).to_contain_text("Du")
    expect(rows.nth(0)).to_contain_text("+4")
    expect(rows.nth(1)).to_contain_text("+2")
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


def test_the_whole_way_goes_by_keyboard(look_at: OpenPage) -> None:
    page = look_at(PAGE, 1280)
    page.get_by_label("Was ist passiert?").focus()
    page.keyboard.type("Schaffe ich den Kindskopfkraken mit Stufe 3 und +2?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("5 gegen 18")
    page.locator(".worked > summary").focus()
    page.keyboard.press("Enter")
    page.locator(".proof summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".proof details[open]")).to_have_count(1)


def test_the_first_answer_loads_little_and_does_not_jump(open_page: OpenPage) -> None:
    page = open_page("/hinweise/", 360)
    page.context.clear_cookies()
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.clearBrowserCache")
    asked: dict[str, str] = {}
    loaded: dict[str, float] = {}
    client.on(
        "Network.requestWillBeSent", lambda one: asked.update({one["requestId"]: one["request"]["url"]})
    )
    # What the page before had asked for, its icon, is not of this page; what this one asks for counts once.
    client.on(
        "Network.loadingFinished",
        lambda one: loaded.update({asked.get(one["requestId"], ""): one["encodedDataLength"]}),
    )
    page.goto(page.url.replace("/hinweise/", f"{PAGE}?fall=axe-cop-01-krake-allein"))
    page.wait_for_load_state("networkidle")
    shift = page.evaluate("""new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
            .observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 200);
    })""")
    loaded.pop("", None)
    assert sum(loaded.values()) < 60_000
    assert shift < 0.05
