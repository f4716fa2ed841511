"""The addresses of this app."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from rules.converters import DottedId
from rules.views import (
    books,
    combine,
    compare,
    coverage,
    examples,
    questions,
    rulings,
    shared_table,
    table,
    terms,
    whatif,
    whatif_build,
    whatif_cases,
)

register_converter(DottedId, "dotted")

app_name = "rules"
urlpatterns: list[URLPattern] = [
    # /regeln/
    path("regeln/", books.book_list, name="book-list"),
    path("regeln/vergleich/", compare.comparison_list, name="comparison-list"),
    path("regeln/vergleich/werte/", compare.parameters, name="parameters"),
    path("regeln/vergleich/<slug:topic>/", compare.comparison_topic, name="comparison-topic"),
    path("regeln/abdeckung/", coverage.overview, name="coverage"),
    path("regeln/abdeckung/<slug:box>/", coverage.of_box, name="coverage-box"),
    path("regeln/<dotted:rule_id>/", books.rule_detail, name="rule-detail"),
    path("regeln/<slug:box>/", books.rule_book, name="rule-book"),
    # /kombinieren/
    path("kombinieren/", combine.combine_boxes, name="combine"),
    path("kombinieren/qr.svg", combine.qr_code, name="combine-qr"),
    path("kombinieren/so-spielen-wir/", combine.own_rules, name="combine-house"),
    path("kombinieren/blatt/", combine.one_page, name="combine-sheet"),
    path("kombinieren/neu/", combine.whats_new, name="combine-new"),
    # /klarstellungen/
    path("klarstellungen/", rulings.ruling_list, name="ruling-list"),
    path("klarstellungen/<dotted:ruling_id>/", rulings.ruling_detail, name="ruling-detail"),
    # /offene-fragen/
    path("offene-fragen/", questions.question_list, name="question-list"),
    path("offene-fragen/<dotted:question_id>/", questions.question_detail, name="question-detail"),
    # /glossar/
    path("glossar/", terms.term_list, name="term-list"),
    path("glossar/<dotted:term_id>/", terms.term_detail, name="term-detail"),
    # /beispiele/
    path("beispiele/", examples.example_list, name="example-list"),
    path("beispiele/<dotted:example_id>/", examples.example_detail, name="example-detail"),
    # /was-waere-wenn/
    path("was-waere-wenn/", whatif.what_if, name="what-if"),
    path("was-waere-wenn/bauen/", whatif_build.build, name="what-if-build"),
    path("was-waere-wenn/bauen/karte/", whatif_build.card_by_hand, name="what-if-card"),
    path("was-waere-wenn/bauen/namen/", whatif_build.card_names, name="what-if-names"),
    path("was-waere-wenn/faelle/", whatif_cases.case_list, name="what-if-cases"),
    path("was-waere-wenn/qr.svg", whatif.qr_code, name="what-if-qr"),
    path("was-waere-wenn/<str:part>.json", whatif.as_json, name="what-if-json"),
    # /tisch/
    path("tisch/", table.table, name="table"),
    path("tisch/worker.js", table.worker, name="table-worker"),
    path("tisch/gemeinsam/", shared_table.share, name="share-table"),
    path("tisch/gemeinsam/<str:token>/", shared_table.shared, name="shared-table"),
    path("tisch/gemeinsam/<str:token>/qr.svg", shared_table.table_code, name="shared-table-qr"),
]
