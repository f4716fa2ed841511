"""The form of the case files: one entry may ask several books."""

from __future__ import annotations

from typing import Any

from rules.cases import expand

ANSWERS = {
    "stufe.minimum": {
        "cthulhu": {"rules": ["cthulhu.a"]},
        "impossible": {"rules": ["impossible.a", "impossible.b"]},
    }
}


def entry(**keys: Any) -> dict[str, Any]:
    return {"id": "x", "title": "?", "scenario": {"state": {}}, "expect": {"legal": True}, "why": "!", **keys}


def test_an_entry_without_each_is_one_case_as_it_is_written() -> None:
    scenario = {"sets": ["cthulhu"], "state": {}}
    (case,) = expand(entry(scenario=scenario), ANSWERS)
    assert (case["id"], case["scenario"], case["proves"]) == ("x", scenario, [])


def test_each_box_is_asked_alone_on_the_table() -> None:
    cases = list(expand(entry(each=["cthulhu", "impossible"]), ANSWERS))
    assert [case["id"] for case in cases] == ["x-cthulhu", "x-impossible"]
    assert [case["scenario"]["sets"] for case in cases] == [["cthulhu"], ["impossible"]]


def test_a_mixed_table_is_asked_with_each_book_deciding() -> None:
    scenario = {"sets": ["cthulhu", "impossible"], "state": {}}
    cases = expand(entry(each=["impossible"], scenario=scenario), ANSWERS)
    assert [case["scenario"]["rulebook"] for case in cases] == ["impossible"]


def test_what_is_asked_must_all_be_cited() -> None:
    cases = list(expand(entry(each=["cthulhu", "impossible"], asks=["stufe.minimum"]), ANSWERS))
    assert [case["expect"]["cites_all"] for case in cases] == [
        ["cthulhu.a"],
        ["impossible.a", "impossible.b"],
    ]
    assert cases[1]["proves"] == ["impossible.a", "impossible.b"]


def test_a_book_may_expect_something_else() -> None:
    asked = entry(each=["cthulhu", "impossible"], expect_in={"impossible": {"legal": False}})
    assert [case["expect"]["legal"] for case in expand(asked, ANSWERS)] == [True, False]


def test_a_ruling_of_another_book_is_not_proved_by_this_box() -> None:
    asked = entry(each=["cthulhu"], proves=["cthulhu.ruling.a", "impossible.ruling.a", "faq.a"])
    assert [case["proves"] for case in expand(asked, ANSWERS)] == [["cthulhu.ruling.a", "faq.a"]]
