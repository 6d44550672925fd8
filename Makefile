# One-word targets. `make demo` and `make test` set up all they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
# setuptools warns of every editable installation; what else pip has to say is shown
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install -q --disable-pip-version-check

.PHONY: demo test check bench trials models samples clean

.venv/ready: pyproject.toml constraints.txt
	@echo "Installing Croupier into .venv; this takes a few minutes."
	@$(PYTHON) -m venv .venv
	@$(PIP) "pip>=25.1"
	@$(PIP) -c constraints.txt -e .
	touch $@

.venv/ready-dev: .venv/ready
	@echo "Installing what the tests need."
	@$(PIP) -c constraints.txt -e .[workshop,postgres] --group dev
	touch $@

.venv/ready-train: .venv/ready-dev
	@echo "Installing what training needs; PyTorch is large."
	@$(PIP) -c constraints.txt -e .[workshop,postgres,train]
	touch $@

demo: .venv/ready          ## play recorded dice through the whole pipeline, page on http://localhost:8000
	$(BIN)/croupier demo

# each worker loads every test: compiled once, and kept, also where the surroundings would have nothing kept
test: .venv/ready-dev      ## the whole suite, some 6 minutes on 2 slow cores
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadfile

check: .venv/ready-dev     ## style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-dev     ## what watching, reading and playing cost
	$(BIN)/python -m croupier.models.workshop.bench

trials: .venv/ready-dev    ## the long trials, by hand
	$(BIN)/python -m pytest -m trials

# Photographs that no model in question has seen tell what its confidence is worth: each fold is left out once.
TRAIN := $(BIN)/python -m croupier.models.workshop.training
WORK := build/training
FOLDS := NikitaMensh,rsandrini,skovy DamianTab,KamilPiechowiak,matteop65
comma := ,
models: .venv/ready-train  ## train the models anew in build/training, many hours; PHOTOS="FOLDER…" mixes photographs in
	$(TRAIN) $(WORK) $(PHOTOS:%=--photos %)
	$(if $(PHOTOS),$(foreach fold,$(FOLDS),$(TRAIN) $(WORK) $(PHOTOS:%=--photos %) --without $(fold) &&)) true
	$(BIN)/python -m croupier.models.workshop.scenes $(WORK)/held --count 300 --seed 8
	$(TRAIN).calibrate $(WORK)/models/full --scenes $(WORK)/held $(PHOTOS:%=--photos %) \
		$(if $(PHOTOS),$(foreach fold,$(FOLDS),--held $(WORK)/without-$(subst $(comma),-,$(fold))/models/full=$(fold)))

samples: .venv/ready-dev   ## render the samples anew (needs EGL: apt install libegl1 libgl1-mesa-dri)
	$(BIN)/python -m croupier.models.workshop.samples

clean:
	rm -rf .venv
