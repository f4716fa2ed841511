"""How fast the search answers: against the bare SQL in this process, against Datasette over HTTP, in one run.

    python bench/search.py [sizes, default 1000 10000 100000]

Makes its own databases in a temporary folder. HTTP needs wrk; Datasette is installed into an environment of its own.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# In place of this folder, whose venv.py would stand for Python's.
sys.path[0] = str(ROOT)
SHOWN = 24
SEED = 20
WORKERS = 2
SECONDS = 6
ROUNDS = 5
COLUMNS = (
    "cards", "build", "index in a process", "50 more cards", "ours, in process", "bare SQL", "ours : SQL", "median",
    "slowest",
    f"first time, HTTP × {WORKERS}", "again", f"Datasette × {WORKERS}", "first : Datasette", "again : Datasette",
)  # fmt: skip
TABLES = "SELECT shelf.id FROM shelf_fts JOIN shelf ON shelf.id = shelf_fts.rowid WHERE shelf_fts MATCH ?"


def main() -> None:
    """Measure every size in a process of its own, so that each starts with clean memory."""
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
        return
    if sys.argv[1:] == ["--memory"]:
        print(opened_memory())
        return
    print("| " + " | ".join(COLUMNS) + " |")
    print("| ---: " * len(COLUMNS) + "|", flush=True)
    for size in sys.argv[1:] or ("1000", "10000", "100000"):
        with tempfile.TemporaryDirectory() as folder:
            own = {
                "DATABASE_PATH": f"{folder}/site.sqlite3",
                "STATIC_ROOT": f"{folder}/static",
                "SEARCH_DIR": f"{folder}/search",
                "DATABASE_URL": "",
            }
            # Whoever asks thousands of pages a second would be told to wait.
            own["API_POINTS_PER_MINUTE"] = "1000000000"
            own |= {"DJANGO_SETTINGS_MODULE": "cardsite.settings", "DEBUG": "false", "LOG_LEVEL": "ERROR"}
            surroundings = {**os.environ, **own}
            subprocess.run([sys.executable, __file__, "--one", size], env=surroundings, check=True)


def measure(size: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.shelf import fill, questions
    from cards.search.store import current

    progress(f"{size:,} cards: filling the database")
    call_command("migrate", verbosity=0)
    call_command("load_fixtures", verbosity=0)
    asked = questions(fill(size))
    progress("building the index")
    started = processor_time()
    current()
    built = processor_time() - started
    memory = index_memory()
    database = sqlite3.connect(os.environ["DATABASE_PATH"])
    progress(f"built in {built:.1f} s; comparing the answers with SQL")
    compare_answers(asked, database)
    progress("timing both in this process")
    ours, floor = in_process(asked, ask_us), in_process(asked, lambda question: ask_sql(question, database))
    report_kinds(asked, ours, floor)
    progress("timing ours and Datasette over HTTP")
    http = rate_over_http(asked)
    mean, bare = 1 / statistics.mean(ours), 1 / statistics.mean(floor)
    middle, slowest = statistics.median(ours), max(ours)
    more = fifty_more(size)
    print(
        f"| {size:,} | {built:.1f} s | {memory:.0f} MB | {more:.1f} s | {mean:,.0f}/s | {bare:,.0f}/s "
        f"| {mean / bare:.1f} | "
        f"{middle * 1e3:.2f} ms | {slowest * 1e3:.2f} ms ({slowest / middle:.1f}×) | {http} |",
        flush=True,
    )


def index_memory() -> float:
    """Return the MB by which a process grows that opens the index and asks all questions once."""
    command = [sys.executable, __file__, "--memory"]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def opened_memory() -> float:
    import django

    django.setup()
    from bench.shelf import Words, questions
    from cards.search import find
    from cards.search.store import newest_release

    asked = questions(Words(random.Random(SEED)))
    newest_release()
    before = resident()
    for _, query, _, _ in asked:
        find(query, parts=("karte",), limit=SHOWN)
    return resident() - before


def resident() -> float:
    """Return the MB of this process alone that are in memory."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


def fifty_more(size: int) -> float:
    """Return the processor time from a release that brings fifty cards until these are found."""
    from bench.shelf import add_fifty
    from cards.search import find

    add_fifty(size)
    started = processor_time()
    if find("zwiebelding", parts=("karte",)).of("karte").total != 50:
        sys.exit("Die neuen Karten werden nicht gefunden.")
    return processor_time() - started


def processor_time() -> float:
    """Return the seconds that this process has worked, and those that write a large index for it."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def progress(text: str) -> None:
    print(f"    {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


# In this process


def ask_us(question: tuple[str, str, str, str]) -> set[int]:
    from cards.search import find

    return {
        id(document) for document in find(question[1], parts=("karte",), limit=SHOWN).of("karte").documents
    }


def ask_sql(question: tuple[str, str, str, str], database: sqlite3.Connection) -> set[int]:
    """Ask for the best hits only: no count, no text, no page."""
    _, _, match, where = question
    if not match:
        return {row[0] for row in database.execute(f"SELECT id FROM shelf WHERE {where} LIMIT {SHOWN}")}
    narrowed = f" AND {where}" if where else ""
    sql = f"{TABLES}{narrowed} ORDER BY shelf_fts.rank LIMIT {SHOWN}"
    return {row[0] for row in database.execute(sql, (match,))}


def in_process(asked: list[Any], ask: Callable[[Any], object]) -> list[float]:
    """Return the best time of several rounds for each question."""
    best = [float("inf")] * len(asked)
    for _ in range(ROUNDS):
        for number, question in enumerate(asked):
            started = time.perf_counter()
            ask(question)
            best[number] = min(best[number], time.perf_counter() - started)
    return best


def compare_answers(asked: list[Any], database: sqlite3.Connection) -> None:
    """Refuse to measure before both find the same number of synthetic cards for every question."""
    from cards.search import find

    for _, query, match, where in asked:
        sql = f"SELECT count(*) FROM shelf WHERE {where}"
        if match:
            sql = f"SELECT count(*) FROM ({TABLES}{f' AND {where}' if where else ''})"
        theirs = database.execute(sql, (match,) if match else ()).fetchone()[0]
        boxes = "|".join(f"regal-{number}" for number in range(1, 9))
        ours = find(f"{query} set:{boxes}", parts=("karte",), limit=0).of("karte").total
        if ours != theirs:
            sys.exit(f"{query}: wir finden {ours}, SQL {theirs}")


def report_kinds(asked: list[Any], ours: list[float], floor: list[float]) -> None:
    """Print to the side how each kind of question fares."""
    kinds: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for question, mine, bare in zip(asked, ours, floor, strict=True):
        kinds[question[0]].append((mine, bare))
    for kind, times in kinds.items():
        mine, bare = (statistics.mean(column) * 1e3 for column in zip(*times, strict=True))
        worst = max(time for time, _ in times) * 1e3
        print(f"    {kind:18} ours {mine:7.3f} ms (worst {worst:.3f})   SQL {bare:7.3f} ms", file=sys.stderr)


# Over HTTP


def rate_over_http(asked: list[Any]) -> str:
    if not shutil.which("wrk"):
        return "no wrk | no wrk | no wrk | |"
    ours = [f"/suche/?q={urllib.parse.quote(query)}" for _, query, _, _ in asked]
    theirs = [f"/site/shelf?{_datasette(match, where)}" for _, _, match, where in asked]
    with serve_us() as port:
        fresh = run_wrk([port], ours, fresh=True)
        again = run_wrk([port], ours)
        memory = worker_memory(port)
    print(f"    a worker that serves: {memory:.0f} MB", file=sys.stderr)
    with serve_datasette() as ports:
        other = run_wrk(ports, theirs) if ports else 0.0
    mine = f"{fresh:,.0f}/s | {again:,.0f}/s"
    if not other:
        return f"{mine} | not installed | |"
    return f"{mine} | {other:,.0f}/s | {fresh / other:.1f} | {again / other:.1f}"


def _datasette(match: str, where: str) -> str:
    asked = {"_size": str(SHOWN), "_searchmode": "raw"} | ({"_search": match} if match else {})
    return urllib.parse.urlencode(asked | ({"_where": where} if where else {}))


@contextmanager
def serve_us() -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", str(WORKERS)]
    with running(command, os.environ) as process:
        wait_for(port, "/suche/?q=monster", process)
        for _ in range(WORKERS * 8):  # every worker builds its index before the clock runs
            urllib.request.urlopen(f"http://127.0.0.1:{port}/suche/?q=monster", timeout=300).read()
        wait_until_idle(process)
        yield port


@contextmanager
def serve_datasette() -> Iterator[list[int]]:
    """Serve the same file by as many Datasettes as we have workers; without one, by none."""
    binary = install_datasette()
    if binary is None:
        yield []
        return
    ports = [free_port() for _ in range(WORKERS)]
    settings = ["--setting", "suggest_facets", "off", "--setting", "sql_time_limit_ms", "20000"]
    file = os.environ["DATABASE_PATH"]
    commands = [[str(binary), "serve", file, "-p", str(port), *settings] for port in ports]
    with (
        running(commands[0], os.environ) as first,
        running(commands[1], os.environ) if WORKERS > 1 else nullcontext(),
    ):
        for port in ports:
            wait_for(port, "/site/shelf?_size=1", first)
        yield ports


def install_datasette() -> Path | None:
    from bench.venv import peers

    folder = peers()
    return folder / "bin" / "datasette" if folder else None


@contextmanager
def running(command: list[str], surroundings: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=300).read()
            return
        except OSError:
            if process.poll() is not None:
                sys.exit(f"Der Server an Port {port} ist nicht gestartet.")
            time.sleep(0.2)
    sys.exit(f"Der Server an Port {port} antwortet nicht.")


def wait_until_idle(process: subprocess.Popen[bytes]) -> None:
    """Wait for what the workers still prepare beside answering."""
    busy = 1.0
    while busy > 0.05:
        before = processor_seconds(process)
        time.sleep(1)
        busy = processor_seconds(process) - before


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the time that the children of a process have used."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    fields = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in children]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def run_wrk(ports: list[int], paths: list[str], *, fresh: bool = False) -> float:
    """Return the requests per second of all servers together, each asked the whole mix in turn.

    `fresh` makes every address a new one, so that no page comes from a store.
    """
    script = Path(tempfile.gettempdir()) / f"mix-{os.getpid()}.lua"
    new = " .. '&n=' .. n" if fresh else ""
    listed = ",\n".join(f"[==[{path}]==]" for path in paths)
    script.write_text(f"local paths = {{{listed}}}\nlocal n = 0\n"
                      "function request() n = n + 1\nlocal path = paths[(n - 1) % #paths + 1]\n"
                      f"return wrk.format('GET', path{new}) end\n")  # fmt: skip
    share = max(1, 8 // len(ports))
    runs = [
        ["wrk", "-t1", f"-c{share}", f"-d{SECONDS}s", "-s", str(script), f"http://127.0.0.1:{p}"]
        for p in ports
    ]
    started = [subprocess.Popen(run, stdout=subprocess.PIPE, text=True) for run in runs]
    said = [process.communicate()[0] for process in started]
    script.unlink()
    if any("Non-2xx" in text for text in said):
        print("    not every answer was 200: " + " ".join(said), file=sys.stderr)
    return sum(float(text.partition("Requests/sec:")[2].split()[0]) for text in said)


def worker_memory(port: int) -> float:
    """Return the resident memory in MB of the largest process that serves the port."""
    listed = subprocess.run(["ps", "-eo", "rss,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 1) for line in listed.splitlines()[1:]]
    own = [
        int(rss) for rss, args in rows if "cardsite" in args or "granian" in args or f"--port {port}" in args
    ]
    return max(own, default=0) / 1024


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    return number


if __name__ == "__main__":
    main()
