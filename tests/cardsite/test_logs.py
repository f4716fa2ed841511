"""The log of production: one line of JSON per event."""

from __future__ import annotations

import json
import logging

import pytest
from django.test import Client

from cardsite.logs import JsonFormatter, RequestIdFilter


def test_a_line_is_json_with_the_id_of_its_request(reader: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    with caplog.at_level(logging.INFO, logger="cardsite.request"):
        answer = reader.get("/hinweise/")
    record = next(one for one in caplog.records if one.name == "cardsite.request")
    line = json.loads(JsonFormatter().format(record))
    assert line["request_id"] == answer["X-Request-ID"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/hinweise/", 200)


def test_an_answer_from_the_apis_store_has_its_id_and_its_line_too(
    reader: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    tag = reader.get("/api/v1/cards/axe-cop/krieger")["ETag"]
    for headers in ({}, {"If-None-Match": tag}):
        caplog.clear()
        with caplog.at_level(logging.INFO, logger="cardsite.request"):
            answer = reader.get(
                "/api/v1/cards/axe-cop/krieger", headers={"X-Request-ID": "abc-12345", **headers}
            )
        line = json.loads(JsonFormatter().format(caplog.records[-1]))
        assert answer["X-Request-ID"] == line["request_id"] == "abc-12345"
        assert line["status"] == answer.status_code == (304 if headers else 200)


def test_a_crash_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("kaputt")
    except ValueError:
        logging.getLogger("cardsite").exception("Gescheitert")
    text = JsonFormatter().format(caplog.records[-1])
    assert "\n" not in text
    assert "ValueError: kaputt" in json.loads(text)["exception"]


def test_health_questions_are_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="cardsite.request"):
        client.get("/healthz")
    assert [one for one in caplog.records if one.name == "cardsite.request"] == []
