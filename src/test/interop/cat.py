#!/usr/bin/env python3
"""Compares `fallow cat --json` with h5py, for every dataset and attribute of HDF5 files.

cat.py --fallow "java -jar cli/target/fallow-cli-0.1.0-SNAPSHOT.jar" FILE_OR_FOLDER...

Prints a line for each difference and for what only one of the two can read, and the counts. Needs h5py; with hdf5plugin
more filters can be compared. Exit code 1: there are differences.
"""

import argparse
import concurrent.futures
import json
import math
import pathlib
import shlex
import subprocess
import sys

import h5py
import numpy as np

try:
    import hdf5plugin  # noqa: F401, registers filters
except ImportError:
    pass


def text(raw):
    """As Fallow decodes text: a byte that is not UTF-8 is a lone surrogate."""
    return raw if isinstance(raw, str) else raw.decode("utf-8", "surrogateescape")


def number(value):
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float):
        return {"NaN": "NaN"}.get(str(value).replace("nan", "NaN")) or (
            "Infinity" if value == math.inf else "-Infinity" if value == -math.inf else value
        )
    return value


def expected(value, dtype, address):
    """The JSON of an element that h5py has read. `address` finds the address of a referenced object."""
    base = h5py.check_vlen_dtype(dtype)
    if h5py.check_string_dtype(dtype) is not None:
        return text(value)
    if h5py.check_ref_dtype(dtype) is not None:
        return address(value) if value else None
    if base is not None:
        return [expected(element, base, address) for element in value]
    if dtype.subdtype is not None:
        return nested(value, dtype.subdtype[0], address)
    if dtype.names is not None:
        return {name: expected(value[name], dtype[name], address) for name in dtype.names}
    if dtype.kind == "V":
        return bytes(value).hex()
    if dtype.kind == "c":
        return [number(value.real), number(value.imag)]
    if dtype.kind == "b":
        return bool(value)
    if dtype.kind == "f" and dtype.itemsize > 8:
        return number(float(value)) if not np.isfinite(value) else np.longdouble(value)
    return number(value)


def nested(value, dtype, address):
    value = np.asarray(value)
    if value.ndim == 0:
        return expected(value[()], dtype, address)
    return [nested(row, dtype, address) for row in value]


def flat(value, dtype, shape, address):
    if shape == ():
        return [expected(value, dtype, address)]
    return [expected(value[index], dtype, address) for index in np.ndindex(shape)]


def same(a, b):
    """Equal values; numbers exactly, booleans that h5py reads as numbers by their number."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        # libhdf5 before 2.0 stores complex numbers as such compounds
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, dict) and isinstance(b, list) and len(a) == 2 == len(b):
        return same(list(a.values()), b)
    if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
        return type(a) is type(b) and a == b
    if isinstance(b, np.longdouble):
        return np.longdouble(getattr(a, "text", str(a))) == b
    return a == b


class Number(float):
    """A number that remembers how it was written: it may have more digits than a float."""

    def __new__(cls, text):
        value = super().__new__(cls, text)
        value.text = text
        return value


class Comparison:
    def __init__(self, command):
        self.command = shlex.split(command)
        self.counts = {"equal": 0, "different": 0, "only h5py": 0, "only fallow": 0, "neither": 0}

    def cat(self, file, target):
        run = subprocess.run([*self.command, "cat", "--json", str(file), target], capture_output=True)
        return json.loads(run.stdout, parse_float=Number) if run.returncode == 0 else run.stderr.decode("utf-8", "replace").strip()

    def compare(self, file, target, read):
        """`read` returns the values in row-major order, and the shape."""
        ours = self.cat(file, target)
        try:
            values, shape = read()
            problem = None
        except Exception as error:  # h5py raises all kinds
            problem = f"{type(error).__name__}: {error}"
        readable = not isinstance(ours, str)
        if problem is not None:
            verdict, detail = ("only fallow" if readable else "neither"), problem
        elif not readable:
            verdict, detail = "only h5py", ours
        elif (ours["shape"] is None) != (shape is None) or shape is not None and tuple(ours["shape"]) != shape:
            verdict, detail = "different", f"shape {ours['shape']}, h5py {shape}"
        elif not same(ours["values"], values):
            first = next((i for i, (x, y) in enumerate(zip(ours["values"], values)) if not same(x, y)), None)
            pair = (ours["values"][first], values[first]) if first is not None else (len(ours["values"]), len(values))
            verdict, detail = "different", f"element {first}: {str(pair[0])[:200]}, h5py {str(pair[1])[:200]}"
        else:
            verdict, detail = "equal", None
        return verdict, f"{verdict}: {pathlib.Path(file).name} {target!r}: {detail}"

    def jobs(self, path, most):
        """What is to be compared in a file: targets and functions that read them."""
        with h5py.File(path, "r") as file:
            objects = {}  # an address to a path
            stack = ["/"]
            while stack:
                name = stack.pop()
                try:
                    item = file[name]
                except Exception:
                    continue
                info = h5py.h5o.get_info(item.id)
                if info.addr in objects:
                    continue
                objects[info.addr] = name
                if isinstance(item, h5py.Group):
                    for child in item:
                        if isinstance(item.get(child, getlink=True), h5py.HardLink):
                            stack.append(name.rstrip("/") + "/" + child)
            for name in objects.values():
                item = file[name]
                if isinstance(item, h5py.Dataset):
                    size = item.size
                    if size is not None and size > most:
                        yield name + "[" + ",".join(["-3:"] * len(item.shape)) + "]", name, None, True
                    else:
                        yield name, name, None, False
                for attribute in item.attrs:
                    yield name + "@" + attribute, name, attribute, False

    def reader(self, path, name, attribute, ends):
        def read():
            with h5py.File(path, "r") as file:
                def address(reference):
                    return h5py.h5o.get_info(file[reference].id).addr

                item = file[name]
                if attribute is None and item.id.get_type().get_class() == h5py.h5t.OPAQUE and item.shape and not ends:
                    # h5py gives tagged ones the types of numpy that they stand for
                    raw = np.empty(item.shape, f"V{item.id.get_type().get_size()}")
                    item.id.read(h5py.h5s.ALL, h5py.h5s.ALL, raw, item.id.get_type())
                    return flat(raw, raw.dtype, item.shape, address), item.shape
                if attribute is None:
                    if item.shape is None:
                        return [], None
                    value = item[tuple(slice(-3, None) if n >= 3 else slice(None) for n in item.shape)] if ends else item[()]
                    shape = np.shape(value) if ends else item.shape
                    return flat(value, item.dtype, shape, address), shape
                aid = item.attrs.get_id(attribute)
                if aid.get_space().get_simple_extent_type() == h5py.h5s.NULL:
                    return [], None
                value = item.attrs[attribute]
                return flat(value, aid.dtype, aid.shape, address), aid.shape

        return read

    def run(self, paths, most, workers):
        jobs = []
        for path in paths:
            try:
                for target, name, attribute, ends in self.jobs(path, most):
                    jobs.append((path, target, self.reader(path, name, attribute, ends)))
            except OSError as error:
                print(f"h5py cannot open {path.name}: {error}")
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for verdict, line in pool.map(lambda job: self.compare(*job), jobs):
                self.counts[verdict] += 1
                if verdict != "equal":
                    print(line, flush=True)
        print(f"{len(paths)} files, {len(jobs)} datasets and attributes: {self.counts}")
        return self.counts["different"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fallow", required=True, help="the command")
    parser.add_argument("--most", type=int, default=2_000_000, help="of larger datasets, only the ends are compared")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    files = []
    for path in options.paths:
        files += sorted(p for p in path.rglob("*") if p.suffix in (".h5", ".hdf5")) if path.is_dir() else [path]
    sys.exit(1 if Comparison(options.fallow).run(files, options.most, options.workers) else 0)


if __name__ == "__main__":
    main()
