"""Lints the API's document, generates a Python and a TypeScript client, checks both strictly and runs the examples;
the official client of MCP talks to the site over HTTP and over standard input and output.

    python -m tests.clients

Needs Node.js and the net for the tools that it installs into a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.serving import serve

ROOT = Path(__file__).resolve().parent.parent.parent
HERE, EXAMPLES = ROOT / "tests" / "clients", ROOT / "examples"
DOCUMENT = ROOT / "docs" / "api" / "openapi.yaml"
PROGRAMS = ("monsters", "fight", "question", "follow", "download")
# Proxies are for what is installed, not for the site on this machine.
PLAIN = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lint(folder / "lint")
        python, environment = python_client(folder / "python")
        typescript_client(folder / "typescript")
        (folder / "site").mkdir()
        with serve(folder / "site", API_POINTS_PER_MINUTE="1000000") as site:
            for program in PROGRAMS:
                first = [python, str(EXAMPLES / "python" / f"{program}.py")]
                second = ["node", str(folder / "typescript" / "dist" / f"{program}.js")]
                printed = talk(first, site.address, folder / "one" / program, environment)
                again = talk(second, site.address, folder / "two" / program, PLAIN)
                if printed != again or not printed.strip():
                    sys.exit(f"{program}: Python und TypeScript lesen Verschiedenes.\n{printed}\n{again}")
                print(f"{program}: {printed.splitlines()[-1]}")
            told = [python, str(HERE / "assistant.py"), site.address, sys.executable]
            print(f"MCP: {run(told, ROOT, **site.surroundings).strip()}")


def run(command: list[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}")
    return done.stdout + done.stderr


def lint(folder: Path) -> None:
    """Let both linters look at the document; a warning is a failure."""
    shutil.copytree(HERE, folder)
    shutil.copy(DOCUMENT, folder / "openapi.yaml")
    run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder)
    found = run(["npx", "redocly", "lint", "openapi.yaml"], folder)
    if "Your API description is valid" not in found:
        sys.exit(found)
    run(
        ["npx", "spectral", "lint", "openapi.yaml", "--ruleset", "spectral.yaml", "--fail-severity", "hint"],
        folder,
    )
    print("redocly und spectral: nichts")


def python_client(folder: Path) -> tuple[str, dict[str, str]]:
    """Generate the Python client; return an interpreter that knows it, and its surroundings."""
    run([sys.executable, "-m", "venv", str(folder)], ROOT)
    python, binaries = str(folder / "bin" / "python"), folder / "bin"
    run(
        [python, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(HERE / "requirements.txt")],
        folder,
    )
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    options = ["--path", str(DOCUMENT), "--config", str(EXAMPLES / "python" / "openapi-python-client.yaml")]
    generate = [
        str(binaries / "openapi-python-client"),
        "generate",
        "--fail-on-warning",
        "--output-path",
        "client",
    ]
    run([*generate, *options], folder, PATH=path)
    client = str(folder / "client")
    strictly = ["--strict", "--config-file=", "--follow-imports=silent", "--python-executable", python]
    programs = [str(EXAMPLES / "python" / f"{program}.py") for program in PROGRAMS]
    run([sys.executable, "-m", "mypy", *strictly, *programs], folder, MYPYPATH=client)
    return python, {**PLAIN, "PYTHONPATH": client}


def typescript_client(folder: Path) -> None:
    """Generate the types and compile the programs with them."""
    shutil.copytree(EXAMPLES / "typescript", folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder)
    run(["npx", "openapi-typescript", str(DOCUMENT), "-o", "schema.ts"], folder)
    run(["npx", "tsc"], folder)


def talk(command: list[str], address: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a program against the site; what it keeps, it keeps in a folder of its own."""
    folder.mkdir(parents=True)
    remembered = str(folder / "stand" if "follow" in folder.name else folder)
    done = subprocess.run(
        [*command, address, remembered],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
