"""The parts of a site on several machines, started on loopback: PostgreSQL twice, Redis, three nodes, HAProxy."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import yaml

from bench.ports import free_port
from bench.readers import get, status

ROOT = Path(__file__).resolve().parent.parent
NODES = 3
# Where the primary listens as well: what is sent there alone can be dropped on its way.
APART = "127.0.0.9"
# Half an hour and half a minute: whatever is counted by minutes begins at another moment.
AHEAD = 1830
OTHER_CLOCK = f"import time\nreal = time.time\ntime.time = lambda: real() + {AHEAD}\n"
# PostgreSQL refuses to run as root.
AS_SERVER = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def postgresql(program: str) -> str:
    """Return the path of one of PostgreSQL's programs; Debian keeps them apart from the others."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else shutil.which(program) or sys.exit(f"Es fehlt {program} (postgresql).")


class Postgres:
    """One PostgreSQL server in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir()
        if AS_SERVER:
            shutil.chown(folder, "postgres", "postgres")
        self.url = f"postgresql://site@127.0.0.1:{self.port}/postgres"

    def run(self, *words: str) -> str:
        done = subprocess.run([*AS_SERVER, *words], capture_output=True, text=True, cwd="/", check=False)
        if done.returncode:
            sys.exit(f"{words[0]}: {done.stderr}")
        return done.stdout

    def create(self) -> None:
        self.run(
            postgresql("initdb"),
            "-D",
            self.data,
            "-U",
            "site",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )

    def copy(self, primary: Postgres) -> None:
        """Become a streaming replica of the primary."""
        self.run(postgresql("pg_basebackup"), "-D", self.data, "-R", "-X", "stream", "-d", primary.url)

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = (
            f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1,{APART} -c fsync=off "
            "-c hot_standby_feedback=on -c max_connections=100"
        )
        log = str(self.folder / "log")
        subprocess.run(
            [*AS_SERVER, postgresql("pg_ctl"), "-D", self.data, "-w", "-l", log, "-o", options, "start"],
            stdout=subprocess.DEVNULL, cwd="/", check=True,
        )  # fmt: skip

    def stop(self) -> None:
        if (Path(self.data) / "postmaster.pid").exists():
            self.run(postgresql("pg_ctl"), "-D", self.data, "-w", "-m", "immediate", "stop")

    def promote(self) -> None:
        self.run(postgresql("pg_ctl"), "-D", self.data, "-w", "promote")

    @property
    def process(self) -> int:
        return int((Path(self.data) / "postmaster.pid").read_text().split()[0])

    def query(self, sql: str) -> str:
        return self.run(postgresql("psql"), "-At", self.url, "-c", sql).strip()

    def connections(self) -> int:
        """Return how many sessions of the site there are."""
        return int(
            self.query(
                "select count(*) from pg_stat_activity where backend_type = 'client backend' "
                "and pid <> pg_backend_pid()"
            )
        )


def processor_seconds(*roots: int) -> float:
    """Return what these processes have spent, with all that they started, also those that ended already."""
    parents: dict[int, int] = {}
    spent: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            parents[int(file.parent.name)] = int(fields[1])
            spent[int(file.parent.name)] = sum(map(int, fields[11:15]))
    family = set(roots)
    while grown := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= grown
    return sum(spent.get(pid, 0) for pid in family) / os.sysconf("SC_CLK_TCK")


class Cluster:
    """All parts; they end with the block."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)
        self.folder = folder
        self.primary, self.replica = Postgres(folder / "primary"), Postgres(folder / "replica")
        self.redis_port, self.balancer_port = free_port(), free_port()
        self.ports = [free_port() for _ in range(NODES)]
        self.nodes: list[subprocess.Popen[bytes]] = []
        self.fixtures = folder / "fixtures"
        self.surroundings: dict[str, str] = {}
        # What is different for one node.
        self.own: dict[int, dict[str, str]] = {}
        self._ends = ExitStack()

    def __enter__(self) -> Cluster:
        try:
            self._start()
        except BaseException:
            self._ends.close()
            raise
        return self

    def _start(self) -> None:
        shutil.copytree(ROOT / "fixtures", self.fixtures)
        self.primary.create()
        self.primary.start()
        self._ends.callback(self.primary.stop)
        self.replica.copy(self.primary)
        self.replica.start()
        self._ends.callback(self.replica.stop)
        self.start_redis()
        self._ends.callback(lambda: self.redis.terminate())
        self.manage("migrate", "--verbosity", "0")
        self.manage("load_fixtures", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self._ends.callback(self._end_nodes)
        self.nodes = [self._node(number) for number in range(NODES)]
        self.start_balancer()
        self.wait_for_nodes()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends.close()

    # The parts

    def start_redis(self) -> None:
        self.redis = subprocess.Popen(
            ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", ""],
            stdout=subprocess.DEVNULL,
        )

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": self.primary.url,
            "REPLICA_URL": self.replica.url,
            "CACHE_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "STATIC_ROOT": str(self.folder / "static"),
            "BULK_DIR": str(self.folder / "bulk"),
            "PRODUCTION": "true",
            "HTTPS": "false",
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECRET_KEY": self._secret,
            "TRUSTED_PROXIES": "0",
            "API_POINTS_PER_MINUTE": "1000000",
            **self.surroundings,
        }

    _secret = secrets.token_urlsafe(60)

    def manage(self, *words: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self._environment(), check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def _node(self, number: int) -> subprocess.Popen[bytes]:
        command = [
            sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--no-ws", "--workers", "1",
            "--blocking-threads", "4", "--log-level", "warning", "--port", str(self.ports[number]),
            "cardsite.wsgi:application",
        ]  # fmt: skip
        log = (self.folder / f"node-{number}.log").open("ab")
        return subprocess.Popen(
            command, cwd=ROOT, env=self._environment() | self.own.get(number, {}), stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip

    def kill_node(self, number: int) -> None:
        """Kill the node with all its processes, as a power cut would."""
        os.killpg(self.nodes[number].pid, signal.SIGKILL)

    def start_node(self, number: int) -> None:
        self.nodes[number].wait(40)
        self.nodes[number] = self._node(number)

    def restart_nodes(self, own: dict[int, dict[str, str]] | None = None, **changed: str) -> None:
        """Start all nodes anew with other variables; `own` are those of single ones."""
        self.surroundings, self.own = changed, own or {}
        self._end_nodes()
        self.nodes = [self._node(number) for number in range(NODES)]
        self.wait_for_nodes()

    def _end_nodes(self) -> None:
        for node in self.nodes:
            node.terminate()
        for number, node in enumerate(self.nodes):
            with suppress(subprocess.TimeoutExpired):
                node.wait(40)
            with suppress(ProcessLookupError):
                self.kill_node(number)
            node.wait(40)

    def start_balancer(self) -> None:
        file = self.folder / "haproxy.cfg"
        servers = "\n".join(
            f"  server node{number} 127.0.0.1:{port} check" for number, port in enumerate(self.ports)
        )
        control = self.folder / "haproxy.sock"
        template = (ROOT / "docs" / "haproxy.cfg").read_text()
        file.write_text(
            template.replace("SOCKET", str(control))
            .replace("BIND", f"127.0.0.1:{self.balancer_port}")
            .replace("  SERVERS", servers)
            # Nodes, databases and readers share one machine, perhaps with others: slow is not dead here.
            .replace("timeout check 5s", "timeout check 60s")
            .replace("timeout server 30s", "timeout server 120s")
            # All readers of the bench come from one address.
            .replace("CONNECTIONS", "100000")
            .replace("REQUESTS", "100000000")
        )
        self.balancing = subprocess.Popen(["haproxy", "-q", "-db", "-f", str(file)])
        self._ends.callback(self.balancing.terminate)

    def drain(self, number: int) -> None:
        """Tell the balancer to send this node nothing new."""
        self._tell(f"set server site/node{number} state drain")
        time.sleep(0.5)

    def ready(self, number: int) -> None:
        self._tell(f"set server site/node{number} state ready")

    def _tell(self, command: str) -> None:
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.folder / "haproxy.sock"))
            control.sendall(command.encode() + b"\n")
            control.recv(1000)

    def create_editor(self, name: str, password: str) -> None:
        self.surroundings |= {"DJANGO_SUPERUSER_PASSWORD": password}
        self.manage("createsuperuser", "--noinput", "--username", name, "--email", "")

    def other_clock(self) -> dict[str, str]:
        """Return the variables of a node whose Python has another idea of what time it is."""
        folder = self.folder / "clock"
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(OTHER_CLOCK)
        return {"PYTHONPATH": str(folder)}

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Let nothing through to the other address of the primary, and nothing back: no refusal, only silence."""
        rules = [["INPUT", "-d", APART, "-j", "DROP"], ["INPUT", "-s", APART, "-j", "DROP"]]
        try:
            for rule in rules:
                subprocess.run(["iptables", "-I", *rule], check=True)
            yield
        finally:
            for rule in rules:
                subprocess.run(["iptables", "-D", *rule], check=False)

    # What is asked of them

    def spent(self) -> dict[str, float]:
        """Return the processor seconds of every part so far."""
        return {
            "nodes": processor_seconds(*(node.pid for node in self.nodes)),
            "primary": processor_seconds(self.primary.process),
            "replica": processor_seconds(self.replica.process),
            "Redis": processor_seconds(self.redis.pid),
            "balancer": processor_seconds(self.balancing.pid),
        }

    def node_address(self, number: int) -> str:
        return f"127.0.0.1:{self.ports[number]}"

    @property
    def node_addresses(self) -> tuple[str, ...]:
        return tuple(map(self.node_address, range(NODES)))

    @property
    def balancer(self) -> str:
        return f"127.0.0.1:{self.balancer_port}"

    def wait_for_nodes(self) -> None:
        """Wait until every node is ready, has built its index, and the balancer knows them."""
        for address in self.node_addresses:
            for _ in range(600):
                if status(address, "/readyz") == 200 and status(address, "/suche/?q=monster") == 200:
                    break
                time.sleep(0.1)
            else:
                sys.exit(f"{address} wird nicht bereit; {(self.folder / 'node-0.log').read_text()[-3000:]}")
            self._resolve(address)
        time.sleep(1.5)

    def versions(self) -> list[str]:
        """Return which version of the data each node gives."""
        answers = [get(address, "/api/v1/cards/axe-cop/krieger") for address in self.node_addresses]
        return [
            headers.get("ETag", headers.get("etag", "")).strip('"').partition("-")[0]
            for _, headers, _ in answers
        ]

    def logs(self) -> str:
        """Return the last lines of every node."""
        return "\n".join(file.read_text()[-1500:] for file in sorted(self.folder.glob("node-*.log")))

    def resolve(self) -> int:
        return self._resolve(self.balancer)

    def _resolve(self, address: str) -> int:
        return status(address, "/api/v1/resolve")

    def new_release(self, text: str = "Ein anderer Text.") -> None:
        """Change a card in the data and load it, as a release does."""
        file = self.fixtures / "axe-cop" / "cards.yaml"
        cards: list[dict[str, Any]] = yaml.safe_load(file.read_text())
        cards[0]["text"] = text
        file.write_text(yaml.safe_dump(cards, allow_unicode=True, sort_keys=False))
        self.manage("load_fixtures", str(self.fixtures))
