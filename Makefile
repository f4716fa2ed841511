# Short names for long commands. `make run` and `make test` do all the set-up themselves.

PORT ?= 8000
VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.14 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
SOURCES := cards cardsite rules tests bench manage.py

.PHONY: run test check data audit sbom bench torture mutants sixth rooms truth journeys lock

run: $(VENV)/.run
	@DEBUG=$${DEBUG:-false} exec $(PY) manage.py serve --port $(PORT)

test: $(VENV)/.dev
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -q -n auto --maxprocesses 4 --dist worksteal

check: $(VENV)/.dev
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy cards cardsite rules manage.py
	@$(PY) -m djlint --quiet --lint templates
	@$(PY) manage.py check
	@$(PY) manage.py makemigrations --check --dry-run

data: $(VENV)/.run
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py load_fixtures

audit: $(VENV)/.dev
	@$(PY) -m pip_audit --strict --require-hashes --disable-pip -r requirements.txt \
		|| { echo "Nicht bestanden, oder die Liste der Schwachstellen ist nicht erreichbar; siehe oben."; exit 1; }

sbom: $(VENV)/.run
	@$(PY) manage.py sbom > $${OUT:-var/sbom.cdx.json}
	@echo "$${OUT:-var/sbom.cdx.json}"

bench: $(VENV)/.dev
	@$(PY) -m bench

torture: $(VENV)/.dev
	@HYPOTHESIS_PROFILE=torture $(PY) -m pytest -q -m torture --no-header

mutants: $(VENV)/.dev
	@$(PY) -m tests.mutants

sixth: $(VENV)/.dev
	@$(PY) -m tests.boxes

rooms: $(VENV)/.dev
	@$(PY) -m tests.rooms

journeys: $(VENV)/.dev
	@$(PY) -m tests.journeys

truth: $(VENV)/.run
	@$(PY) manage.py truth --seed $${SEED:-$$(date +%Y%m%d)}

lock: $(VENV)/.dev
	@$(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url pyproject.toml -o requirements.txt
	@$(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --extra dev pyproject.toml -o requirements-dev.txt
	@$(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url bench/requirements.in -o bench/requirements.txt
	@$(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url tests/clients/requirements.in -o tests/clients/requirements.txt

$(VENV)/.run: requirements.txt
	@$(call install,requirements.txt)

$(VENV)/.dev: requirements-dev.txt
	@$(call install,requirements-dev.txt)
	@touch $(VENV)/.run

# Each line says in one sentence what is missing.
define install
test -n "$(PYTHON)" || { echo "Es fehlt Python ab 3.11; installiere es oder nenne es: make PYTHON=/pfad/python3."; exit 1; }; \
test -w . || { echo "In diesem Ordner darf nicht geschrieben werden; gib ihm Schreibrechte."; exit 1; }; \
test -x $(PY) || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python kann kein venv anlegen; unter Debian: apt install python3-venv."; exit 1; }; \
echo "Installiere $(1) …"; \
$(PY) -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r $(1) \
	|| { echo "Die Pakete aus $(1) ließen sich nicht installieren; die Zeilen darüber sagen, warum."; exit 1; }; \
touch $@
endef
