"""Listens to one run of pytest and writes down which tests it executed. Found by its entry point, in a folder of its own."""

import json
import os
import re
import sys

import pytest


class _Records:
    """One JSON value a line. Nothing here may raise: a report must not change a run."""

    def __init__(self, folder, nonce):
        path = os.path.join(folder, "pytest-%d.jsonl" % os.getpid())
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        self._nonce = nonce
        self._count = 0
        self._pid = os.getpid()
        self._closed = False
        self.write({"tool": "pytest", "cwd": os.getcwd()})

    def write(self, value):
        # A test that forks must not write in our name.
        if self._closed or os.getpid() != self._pid:
            return
        try:
            os.write(self._fd, (json.dumps(value) + "\n").encode("utf-8"))
        except Exception:
            self._closed = True

    def test(self, file, title, state, retries):
        self._count += 1
        self.write({"test": {"file": file, "title": title, "state": state, "retries": retries}})

    def close(self):
        self.write({"end": self._nonce, "count": self._count})
        self._closed = True


_OURS = {
    "NODE_OPTIONS": r'\s*--require="(?:[^"\\]|\\.)*evidence\.cjs"',
    "GOFLAGS": r"\s*-exec=\S*agent-loop-go-test",
    "SPEC_OPTS": r"-r (?:[^\s\\]|\\.)*agent_loop_evidence\.rb\s*",
    "PYTHONPATH": r"[^:]*agent-loop-plugins:?",
    "RUBYLIB": r"[^:]*agent-loop-plugins:?",
    "PHP_INI_SCAN_DIR": r"[^:]*agent-loop-plugins:?",
}


def _claim():
    """From here on nothing that this process starts can find out from its environment where the records are."""
    nonce, _, folder = os.environ.pop("AGENT_LOOP_EVIDENCE", "").partition(":")
    for name, ours in _OURS.items():
        rest = re.sub(ours, "", os.environ.get(name, "")).strip()
        if rest:
            os.environ[name] = rest
        else:
            os.environ.pop(name, None)
    return _Records(folder, nonce) if folder and nonce else None


try:
    _records = _claim()
except Exception:
    _records = None

_states = {}
_retries = {}
_files = set()
_root = None


def _place(nodeid):
    path, _, rest = nodeid.partition("::")
    name, bracket, parameters = rest.partition("[")
    title = name.split("::")
    title[-1] += bracket + parameters
    return os.path.join(_root or os.getcwd(), path), title


def _state(report):
    if hasattr(report, "wasxfail"):
        return "expected_failure" if report.skipped else "passed"
    return "failed" if report.failed else "skipped" if report.skipped else "passed"


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    global _root
    _root = str(getattr(config, "rootpath", None) or config.rootdir)
    # The header names the plugins of the project, and this is none of them.
    listed = getattr(config.pluginmanager, "_plugin_distinfo", None)
    if isinstance(listed, list):
        listed[:] = [entry for entry in listed if getattr(entry[0], "__name__", "") != __name__]


@pytest.hookimpl(trylast=True)
def pytest_collectreport(report):
    if _records is not None and report.failed:
        file, _ = _place(report.nodeid)
        _records.write({"file": file})
        _records.write({"note": {"extra": "failed", "says": "could not be run: " + file}})


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    if _records is None:
        return
    nodeid = report.nodeid
    if report.outcome == "rerun":
        _retries[nodeid] = _retries.get(nodeid, 0) + 1
        _states.pop(nodeid, None)
        return
    state = _state(report)
    before = _states.get(nodeid)
    # What went wrong in any phase counts, and what was skipped or is expected to fail says so in only one of them.
    if before is None or (before != "failed" and state != "passed"):
        _states[nodeid] = state
    if report.when == "teardown" and report.failed and before in ("passed", "failed"):
        _records.write({"note": {"extra": before}})
    if report.when != "teardown":
        return
    file, title = _place(nodeid)
    if file not in _files:
        _files.add(file)
        _records.write({"file": file})
    _records.test(file, title, _states.pop(nodeid), _retries.pop(nodeid, 0))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    if _records is not None:
        _records.write({"modules": _modules()})
        _records.close()


def _modules():
    """Files of all imported modules: their bytecode is looked for."""
    files = []
    for module in list(sys.modules.values()):
        try:
            file = module.__dict__.get("__file__")
        except Exception:
            continue
        if isinstance(file, str) and file.endswith(".py"):
            files.append(file)
    return files
