#!/usr/bin/env python3
"""Runs the test suites of other projects while Fallow edits each file that they have closed.

    suites.py --fallow COMMAND [--with h5py,tables] [--modes touch,rewrite,...] [--only TEXT] [--out FOLDER]

COMMAND starts the class SuiteEdits, for example

    "java -cp cli/dist/target/fallow.jar src/test/java/dev/fallow/interop/SuiteEdits.java"

Each suite is run without edits, and then for each mode. After a file that was open for writing has been closed, and before it
is opened again, it is edited: by h5py.File.close, tables.File.close, and h5py.h5f.open for files that were closed by other
means. No mode changes what a suite may rely on, so the tests that fail with edits and not without are differences. Modes that
are joined with + are applied to each file one after the other; of those that are joined with /, each file gets the next one.
SuiteEdits describes the modes:

    open touch rewrite resize chunks copy reclaim shrink upgrade persist

--with names suites: h5py (its package h5py.tests), tables (tables.tests.test_suite of PyTables), any other package whose tests
pytest can run, or a file of unittest. What is compared with a run of the same tests without edits, in the same set-up:

- the tests that fail, by name; EXPECTED explains some of them;
- defects: an exception outside the documented family, a refusal that changed the file, an edit after which `check` finds
  something, a file that `shrink` made longer, no answer for two minutes.

Refused edits are counted by reason, without numbers and names. --out keeps all of it as JSON.

Needs Python 3.8, Linux, a JDK, and the packages; pytest for all but PyTables. The exit code is 1 if there are defects or
unexplained differences.
"""

import argparse
import collections
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

MODES = "open touch rewrite resize chunks copy reclaim shrink upgrade persist".split()
SECONDS = 120  # for one edit

# Tests that rely on more than the contents of a file: a part of the name, the mode, and why.
EXPECTED = [
    ("EmbeddedNulls", "rewrite", "what is behind the terminator of a null-terminated string is no part of the value"),
    ("DirectChunkingTestCase.test_write_chunk_filtermask", "rewrite", "a chunk that is written gets all filters"),
]


# ---- edits of one process --------------------------------------------------------------------------------------


class Edits:
    """Which files were written, and the editing of those that are closed."""

    def __init__(self, command, modes):
        self.command = command
        self.turns = [[mode for mode in turn.split("+") if mode] for turn in modes.split("/")]
        self.server = None
        self.answer = b""  # what was read of it
        self.pending = set()  # real paths of files that were opened for writing and not edited since
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.defects = collections.Counter()
        self.test = ""
        self.seconds = 0.0
        self.lock = threading.RLock()

    def opened(self, path, on_disk):
        """A file was opened for writing."""
        with self.lock:
            if on_disk:
                self.pending.add(os.path.realpath(path))
            else:
                self.counts["in memory or split, not edited"] += 1

    def closed(self, path):
        """A file was perhaps closed: edits it if it was written, is closed, and exists."""
        path = os.path.realpath(path)
        with self.lock:
            if path not in self.pending or not os.path.isfile(path):
                self.pending.discard(path)
            elif self.in_use(path):
                self.counts["still open elsewhere in the process"] += 1
            else:
                self.pending.discard(path)
                self.counts["closed files"] += 1
                start = time.time()
                for mode in self.turns[self.counts["closed files"] % len(self.turns)]:
                    self.edit(mode, path)
                self.seconds += time.time() - start

    def in_use(self, path):
        """Whether this process has the file open."""
        wanted = os.stat(path)
        for number in os.listdir("/proc/self/fd"):
            try:
                found = os.fstat(int(number))
            except OSError:
                continue
            if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino):
                return True
        return False

    def edit(self, mode, path):
        if self.server is None:
            environment = dict(os.environ, LC_ALL="C.UTF-8")
            self.server = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=self.home
            )
        self.server.stdin.write(("%s %s\n" % (mode, urllib.parse.quote(os.fsencode(path)))).encode())
        self.server.stdin.flush()
        while True:
            line = self.line()
            if line is None:
                self.defect(mode, path, "no answer for %d s, or the process has ended" % SECONDS)
                self.server.kill()
                self.server.wait()
                self.server, self.answer = None, b""
                return
            kind, text = line.split("\t", 1)
            if kind == "end":
                self.counts["edits: " + mode] += int(text)
                return
            if kind == "defect":
                self.defect(mode, path, text)
            else:
                self.counts["refused: " + mode] += 1
                self.reasons[without_numbers(text, path)] += 1

    def line(self):
        """The next line of the answer, or None."""
        until = time.time() + SECONDS
        while b"\n" not in self.answer:
            if not select.select([self.server.stdout], [], [], max(0, until - time.time()))[0]:
                return None
            more = os.read(self.server.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.answer += more
        line, self.answer = self.answer.split(b"\n", 1)
        return line.decode("utf-8", "replace")

    def defect(self, mode, path, text):
        self.defects["%s: %s (first: %s)" % (mode, without_numbers(text, path), self.first(text, path))] += 1
        if self.keep:
            os.makedirs(self.keep, exist_ok=True)
            shutil.copyfile(path, os.path.join(self.keep, "%s-%d.h5" % (mode, sum(self.defects.values()))))

    def first(self, text, path):
        """The test that met a defect first."""
        return self.firsts.setdefault(without_numbers(text, path), self.test)

    firsts = {}
    keep = None
    home = os.getcwd()


def without_numbers(text, path):
    """A message without what differs from file to file."""
    text = text.replace(path, "FILE").replace(os.path.basename(path), "FILE")
    text = re.sub(r"attribute .*?(, element N|:)", r"attribute NAME\1", re.sub(r"element \d+", "element N", text))
    text = re.sub(r"(element N of a row), .*?,? does not fit", r"\1, VALUE, does not fit", text)
    text = re.sub(r'"[^"]*"', "NAME", text)
    text = re.sub(r"(^|(?<=[\s(:=]))/\S*", "NAME", text)
    return re.sub(r"0x[0-9a-fA-F]+|-?\d[\d,.]*", "N", text)[:400]


def hook_h5py(edits):
    import h5py
    from h5py import h5f, h5fd

    on_disk = {getattr(h5fd, name) for name in ("SEC2", "STDIO", "LOG", "DIRECT") if hasattr(h5fd, name)}
    real_open, real_create, real_close = h5f.open, h5f.create, h5py.File.close

    def note(name, fid):
        access = fid.get_access_plist()
        driver = access.get_driver()
        kept = driver in on_disk or driver == h5fd.CORE and access.get_fapl_core()[1]
        edits.opened(os.fsdecode(name), kept)

    def opening(name, *args, **kwargs):
        edits.closed(os.fsdecode(name))
        fid = real_open(name, *args, **kwargs)
        if fid.get_intent() & h5f.ACC_RDWR:
            note(name, fid)
        return fid

    def creating(name, *args, **kwargs):
        fid = real_create(name, *args, **kwargs)
        note(name, fid)
        return fid

    def closing(self):
        name = self.id.name if self.id.valid else None
        real_close(self)
        if name is not None:
            edits.closed(os.fsdecode(name))

    h5f.open, h5f.create, h5py.File.close = opening, creating, closing
    return "h5py %s, libhdf5 %s" % (h5py.__version__, h5py.version.hdf5_version)


def hook_tables(edits):
    import tables

    real_close = tables.File.close
    on_disk = (None, "H5FD_SEC2", "H5FD_STDIO", "H5FD_LOG", "H5FD_DIRECT")

    def closing(self):
        written = self.isopen and self.mode != "r"
        if written:
            driver = self.params["DRIVER"]
            kept = driver in on_disk or driver == "H5FD_CORE" and self.params["DRIVER_CORE_BACKING_STORE"]
            edits.opened(self.filename, kept)
        real_close(self)
        if written:
            edits.closed(self.filename)

    tables.File.close = closing
    return "PyTables %s, libhdf5 %s" % (tables.__version__, tables.hdf5_version)


# ---- the run of a suite, in a process of its own ---------------------------------------------------------------


class PytestRecorder:
    def __init__(self, edits, outcomes):
        self.edits = edits
        self.outcomes = outcomes

    def pytest_runtest_logstart(self, nodeid, location):
        self.edits.test = nodeid

    def pytest_runtest_logreport(self, report):
        if report.failed:
            message = getattr(getattr(report.longrepr, "reprcrash", None), "message", str(report.longrepr))
            self.outcomes[report.nodeid] = ["failed", message]
        elif report.skipped or report.nodeid not in self.outcomes:
            self.outcomes.setdefault(report.nodeid, ["skipped" if report.skipped else "passed", ""])

    def pytest_collectreport(self, report):
        if report.failed:
            self.outcomes["collection of " + report.nodeid] = ["failed", str(report.longrepr)]


def run_pytest(arguments, only, edits, outcomes):
    import pytest

    arguments += ["-q", "-p", "no:cacheprovider", "-m", "not network", "-o", "addopts="]
    if only:
        arguments += ["-k", only]
    pytest.main(arguments, plugins=[PytestRecorder(edits, outcomes)])


def run_unittest(suite, only, edits, outcomes):
    import unittest

    class Recorder(unittest.TestResult):
        seen = collections.Counter()

        def startTest(self, test):
            super().startTest(test)
            # Now, because the tests of PyTables forget their names at their ends.
            self.seen[test.id()] += 1
            number = self.seen[test.id()]
            edits.test = test.id() if number < 2 else "%s #%d" % (test.id(), number)

        def note(self, test, outcome, error=None):
            name = edits.test if isinstance(test, unittest.TestCase) else str(test)
            message = "" if error is None else "%s: %s" % (error[0].__name__, error[1])
            if outcome == "failed":
                outcomes[name] = [outcome, message]
            else:
                outcomes.setdefault(name, [outcome, message])

        def addSuccess(self, test):
            self.note(test, "passed")

        def addSkip(self, test, reason):
            self.note(test, "skipped")

        def addFailure(self, test, error):
            self.note(test, "failed", error)

        addError = addFailure

        def addExpectedFailure(self, test, error):
            self.note(test, "passed")

        def addUnexpectedSuccess(self, test):
            self.note(test, "passed")

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self.note(test, "failed", error)

    def selected(part):
        for each in part:
            if isinstance(each, unittest.TestSuite):
                for test in selected(each):
                    yield test
            elif not only or only in each.id():
                yield each

    unittest.TestSuite(selected(suite)).run(Recorder())


def child(options):
    """Runs one suite in this process, and writes what happened as JSON."""
    edits = Edits(options.fallow, options.child)
    edits.keep = options.keep
    outcomes = {}
    name = options.suites
    releases = []
    for hook, package in ((hook_h5py, "h5py"), (hook_tables, "tables")):
        try:
            __import__(package)
        except ImportError:
            continue
        release = hook(edits)
        if name == package or name not in ("h5py", "tables"):
            releases.append(release)
    work = tempfile.mkdtemp(prefix="suites")
    os.environ["TMPDIR"] = tempfile.tempdir = work
    os.chdir(work)
    try:
        if name == "tables":
            from tables.tests import test_suite

            run_unittest(test_suite.suite(), options.only, edits, outcomes)
        elif name.endswith(".py"):
            import unittest

            folder, file = os.path.split(name)
            run_unittest(unittest.TestLoader().discover(folder, file), options.only, edits, outcomes)
        else:
            run_pytest(["--pyargs", name + ".tests" if name == "h5py" else name], options.only, edits, outcomes)
    finally:
        os.chdir("/")
        shutil.rmtree(work, ignore_errors=True)
    result = {
        "release": "%s (%s)" % (os.path.basename(name), "; ".join(releases)),
        "outcomes": outcomes,
        "counts": edits.counts,
        "refused": edits.reasons,
        "defects": edits.defects,
        "seconds": edits.seconds,
    }
    with open(options.result, "w") as out:
        json.dump(result, out, indent=1)


# ---- all runs --------------------------------------------------------------------------------------------------


def label_of(suite, modes):
    return re.sub(r"[^\w.]+", "_", suite)[-60:] + "-" + re.sub(r"[+/]", "_", modes or "none")


def earlier(folder, suite):
    """The result of a suite without edits, of an earlier run."""
    with open(os.path.join(folder, label_of(suite, "") + ".json")) as data:
        return dict(json.load(data), elapsed=0)


def run(options, suite, modes, folder):
    """The result of a suite with some modes, from a process of its own."""
    label = label_of(suite, modes)
    result = os.path.join(folder, label + ".json")
    command = [sys.executable, os.path.abspath(__file__), "--fallow", options.fallow, "--with", suite]
    command += ["--child", modes, "--result", result, "--keep", os.path.join(folder, label)]
    if options.only:
        command += ["--only", options.only]
    start = time.time()
    with open(os.path.join(folder, label + ".log"), "w") as log:
        status = subprocess.run(
            command, stdout=log, stderr=subprocess.STDOUT, env=dict(os.environ, PYTHONHASHSEED="0")
        ).returncode
    if not os.path.exists(result):
        raise SystemExit("%s: status %d; see %s" % (label, status, log.name))
    with open(result) as data:
        found = json.load(data)
    found["elapsed"] = time.time() - start
    return found


def expected(test, modes):
    for part, where, why in EXPECTED:
        if part in test and where in re.split("[+/]", modes):
            return why
    return None


def failures(result):
    return {test for test, (outcome, message) in result["outcomes"].items() if outcome == "failed"}


def print_counts(title, counter, width=220):
    if counter:
        print("    %s:" % title)
    for text, number in sorted(counter.items(), key=lambda each: (-each[1], each[0])):
        print("      %5d x %s" % (number, re.sub(r"\s+", " ", text)[:width]))


def compare(suite, modes, base, edited):
    """Prints what the edits changed; returns the number of defects and unexplained differences."""
    counts = edited["counts"]
    done = sum(number for key, number in counts.items() if key.startswith("edits: "))
    refused = sum(number for key, number in counts.items() if key.startswith("refused: "))
    new = failures(edited) - failures(base)
    missing = set(base["outcomes"]) - set(edited["outcomes"])
    explained = collections.Counter(expected(test, modes) for test in new if expected(test, modes))
    unexplained = sorted(test for test in new if not expected(test, modes))
    print(
        "  %s: %d closed files, %d edits, %d refused; %d tests fail with edits only, %d of them unexplained; %d defects; "
        "%.0f s, %.0f s of them editing"
        % (
            modes,
            counts.get("closed files", 0),
            done,
            refused,
            len(new),
            len(unexplained),
            sum(edited["defects"].values()),
            edited["elapsed"],
            edited["seconds"],
        )
    )
    if modes not in MODES:
        print_counts("edits and refusals", {k: n for k, n in counts.items() if ": " in k})
    print_counts("defects", edited["defects"], 400)
    print_counts("differences that are expected", explained)
    for test in unexplained:
        message = re.sub(r"\s+", " ", edited["outcomes"][test][1])[:200]
        print("    fails with edits only: %s: %s" % (test, message))
    for test in sorted(missing):
        print("    did not run: %s" % test)
    print_counts("refused", edited["refused"])
    return len(unexplained) + len(missing) + sum(edited["defects"].values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fallow", required=True, help="the command that starts SuiteEdits")
    parser.add_argument("--with", dest="suites", default="h5py,tables", help="suites, separated by commas")
    parser.add_argument("--modes", default=",".join(MODES), help="separated by commas; joined by + or / for one run")
    parser.add_argument("--only", help="the tests with this in their names")
    parser.add_argument("--base", help="--out of an earlier run: its runs without edits are used again")
    parser.add_argument("--out", help="folder for the results, the logs, and the files that met defects")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--result", help=argparse.SUPPRESS)
    parser.add_argument("--keep", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        child(options)
        return 0
    for mode in re.split("[,+/]", options.modes):
        if mode not in MODES:
            parser.error("no mode " + mode)
    folder = os.path.abspath(options.out or tempfile.mkdtemp(prefix="suites"))
    os.makedirs(folder, exist_ok=True)
    wrong = 0
    for suite in options.suites.split(","):
        suite = os.path.abspath(suite) if suite.endswith(".py") else suite
        base = earlier(options.base, suite) if options.base else run(options, suite, "", folder)
        skipped = sum(outcome == "skipped" for outcome, message in base["outcomes"].values())
        print(
            "%s: %d tests, of which %d are skipped and %d fail without edits; %.0f s"
            % (base["release"], len(base["outcomes"]), skipped, len(failures(base)), base["elapsed"])
        )
        others = {key: number for key, number in base["counts"].items() if key != "closed files"}
        print_counts("files", dict(others, closed=base["counts"].get("closed files", 0)))
        sys.stdout.flush()
        for modes in options.modes.split(","):
            wrong += compare(suite, modes, base, run(options, suite, modes, folder))
            sys.stdout.flush()
    if not options.out:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
