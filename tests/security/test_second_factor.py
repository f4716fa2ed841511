"""Who has a second factor comes in with its code only, and nobody else can see or change it."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from cardsite import second_factor
from cardsite.guessing import FREE_OF_NAME, FREE_OF_PAIR, LONGEST_WAIT
from cardsite.login import WRONG

PASSWORD = "ein langes Passwort"
STEP = 30


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_superuser("anna", password=PASSWORD)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock that codes are made from and pauses end by; it stands still until a test moves it."""
    clock = SimpleNamespace(now=1_800_000_000.0)
    monkeypatch.setattr("django_otp.plugins.otp_totp.models.time", SimpleNamespace(time=lambda: clock.now))
    moment = SimpleNamespace(now=lambda: datetime.fromtimestamp(clock.now, UTC))
    monkeypatch.setattr("django_otp.models.timezone", moment)
    return clock


@pytest.fixture
def app(anna: User, clock: SimpleNamespace) -> SimpleNamespace:
    """Anna's app, confirmed some time ago; `app.code()` is what it shows now."""
    device = second_factor.begin(anna)
    app = SimpleNamespace(device=device, code=lambda: code_of(device, clock.now))
    app.backup_codes = second_factor.confirm(device, app.code())
    clock.now += 10 * STEP
    return app


def code_of(device: TOTPDevice, now: float) -> str:
    totp = TOTP(device.bin_key)
    totp.time = now
    return f"{totp.token():06}"


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def log_in(client: Client, code: str = "", password: str = PASSWORD) -> HttpResponse:
    return client.post("/admin/login/", {"username": "anna", "password": password, "code": code})


def is_inside(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def test_without_a_second_factor_the_password_is_enough(client: Client, anna: User) -> None:
    assert log_in(client).status_code == 302
    assert is_inside(client)


def test_with_one_the_code_is_needed(client: Client, app: SimpleNamespace) -> None:
    assert log_in(client).status_code == 200
    assert not is_inside(client)
    assert log_in(client, app.code()).status_code == 302
    assert is_inside(client)


def test_a_code_may_be_written_with_a_gap_but_holds_only_once(client: Client, app: SimpleNamespace) -> None:
    code = app.code()
    assert log_in(client, f" {code[:3]} {code[3:]} ").status_code == 302
    assert log_in(Client(), code).status_code == 200


def test_an_old_code_is_refused(client: Client, app: SimpleNamespace, clock: SimpleNamespace) -> None:
    code = app.code()
    clock.now += 3 * STEP
    assert log_in(client, code).status_code == 200


def test_no_answer_tells_whether_the_password_was_right(client: Client, app: SimpleNamespace) -> None:
    given = (("", PASSWORD), (wrong(app.code()), PASSWORD), ("", "falsch"), (app.code(), "falsch"))
    answers = {
        tuple(log_in(client, code, password).context["form"].non_field_errors()) for code, password in given
    }
    assert answers == {(WRONG,)}


def test_a_stranger_without_the_password_cannot_block_the_app(client: Client, app: SimpleNamespace) -> None:
    log_in(client, wrong(app.code()), "falsch")
    assert log_in(client, app.code()).status_code == 302


def test_wrong_codes_count_as_wrong_passwords_do(client: Client, app: SimpleNamespace) -> None:
    for _ in range(FREE_OF_PAIR):
        log_in(client, wrong(app.code()))
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert "Zu viele Versuche" in log_in(client, app.code()).content.decode()


def test_a_second_factor_gets_in_whoever_guesses_the_password(
    client: Client, app: SimpleNamespace, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardsite.guessing.time", SimpleNamespace(time=lambda: clock.now))
    for number in range(FREE_OF_NAME + 8):
        clock.now += LONGEST_WAIT
        form = {"username": "anna", "password": "falsch"}
        Client().post("/admin/login/", form, REMOTE_ADDR=f"127.1.0.{number}")
    assert "Zu viele Versuche" in log_in(client).content.decode()
    assert "Zu viele Versuche" in log_in(client, wrong(app.code())).content.decode()
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert log_in(client, app.code()).status_code == 302


def test_after_a_wrong_code_the_next_one_has_to_wait_a_little(
    client: Client, app: SimpleNamespace, clock: SimpleNamespace
) -> None:
    log_in(client, wrong(app.code()))
    assert log_in(client, app.code()).status_code == 200
    clock.now += 2
    assert log_in(client, app.code()).status_code == 302


def test_a_backup_code_opens_once(client: Client, app: SimpleNamespace) -> None:
    assert len(set(app.backup_codes)) == second_factor.BACKUP_CODES
    assert log_in(client, app.backup_codes[0].upper()).status_code == 302
    assert is_inside(client)
    assert log_in(Client(), app.backup_codes[0]).status_code == 200


def test_somebody_elses_code_does_not_help(
    client: Client, app: SimpleNamespace, clock: SimpleNamespace
) -> None:
    device = second_factor.begin(User.objects.create_superuser("berta", password=PASSWORD))
    second_factor.confirm(device, code_of(device, clock.now))
    clock.now += 10 * STEP
    assert log_in(client, code_of(device, clock.now)).status_code == 200


def test_a_secret_that_waits_for_its_first_code_opens_and_blocks_nothing(
    client: Client, anna: User, clock: SimpleNamespace
) -> None:
    second_factor.begin(anna)
    assert log_in(client).status_code == 302
    assert is_inside(client)


def test_who_came_in_before_needs_the_code_now(client: Client, anna: User, clock: SimpleNamespace) -> None:
    log_in(client)
    device = second_factor.begin(anna)
    second_factor.confirm(device, code_of(device, clock.now))
    assert not is_inside(client)
    assert "angemeldet, darfst aber so nicht hinein" in client.get("/admin/login/").content.decode()


def test_where_it_is_required_nobody_comes_in_without(client: Client, anna: User, settings: Settings) -> None:
    log_in(client)
    settings.ADMIN_SECOND_FACTOR = "required"
    assert not is_inside(client)
    answer = log_in(client)
    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors() == [WRONG]


def test_where_it_is_required_a_code_opens(client: Client, app: SimpleNamespace, settings: Settings) -> None:
    settings.ADMIN_SECOND_FACTOR = "required"
    assert log_in(client, app.code()).status_code == 302
    assert is_inside(client)


def test_who_loses_it_is_no_longer_inside(client: Client, app: SimpleNamespace, anna: User) -> None:
    log_in(client, app.code())
    second_factor.remove(anna)
    assert is_inside(client)  # for the password is enough again
    device = second_factor.begin(anna)
    TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
    assert not is_inside(client)


def test_no_page_shows_a_secret(client: Client, app: SimpleNamespace, anna: User) -> None:
    log_in(client, app.code())
    assert not {TOTPDevice, StaticDevice} & set(admin.site._registry)
    for page in ("", f"auth/user/{anna.pk}/change/"):
        assert app.device.key not in client.get(f"/admin/{page}").content.decode()


def test_a_reader_costs_nothing_more(reader: Client) -> None:
    answer = reader.get("/hinweise/")
    assert not answer.wsgi_request.session.accessed
    assert not answer.cookies


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("second_factor", *words, stdout=out)
    return out.getvalue()


def test_a_script_sets_one_up_in_two_steps(client: Client, anna: User, clock: SimpleNamespace) -> None:
    shown = run("anna")
    device = TOTPDevice.objects.get(user=anna)
    assert device.config_url in shown
    assert "█" in shown
    with pytest.raises(CommandError, match="Code stimmt nicht"):
        run("anna", "--code", wrong(code_of(device, clock.now)))
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    told = run("anna", "--code", code_of(device, clock.now))
    codes = told.split("\n\n")[1].split()
    assert len(codes) == second_factor.BACKUP_CODES
    assert log_in(client, codes[3]).status_code == 302
    assert run() == "anna: ja, 9 Ersatzcodes übrig\n"


def test_at_a_terminal_it_asks_for_the_first_code(
    anna: User, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda _: code_of(TOTPDevice.objects.get(user=anna), clock.now))
    assert "anna meldet sich ab jetzt mit Code an" in run("anna")
    assert second_factor.is_set_up(anna)


def test_a_new_one_replaces_the_old_only_with_its_first_code(
    client: Client, app: SimpleNamespace, anna: User, clock: SimpleNamespace
) -> None:
    run("anna")
    assert log_in(client, app.code()).status_code == 302
    new = TOTPDevice.objects.get(user=anna, confirmed=False)
    run("anna", "--code", code_of(new, clock.now))
    assert not is_inside(client)
    clock.now += 10 * STEP
    assert log_in(client, app.code()).status_code == 200
    assert log_in(client, app.backup_codes[0]).status_code == 200
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert log_in(client, code_of(new, clock.now)).status_code == 302


def test_it_can_be_taken_away(client: Client, app: SimpleNamespace, anna: User) -> None:
    run("anna", "--remove")
    assert run() == "anna: nein\n"
    assert log_in(client).status_code == 302


def test_what_cannot_be_done_is_said_in_one_sentence(anna: User) -> None:
    with pytest.raises(CommandError, match=r"Niemand heißt „ana“. Meintest Du „anna“"):
        run("ana")
    with pytest.raises(CommandError, match="Für anna wartet nichts"):
        run("anna", "--code", "123456")
