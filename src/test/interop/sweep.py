#!/usr/bin/env python3
"""Reads and edits HDF5 files with the libhdf5 that a Python package contains, each file in a separate process.

    sweep.py [--with h5py|tables|netCDF4] [--out FOLDER] [--seconds N] [--verbose] FILE_OR_FOLDER...

Each file is copied. The copy is opened, and everything in it is read: objects, links, attributes, values. Then
it is edited: links, groups, datasets and attributes are created and deleted, values are written. It is read, closed, opened
and read again. Unedited objects must be the same as before the edits, and all objects the same as before the file was closed.
A crash or a hang is reported like any other failure.

--out keeps the edited copies; the test SweptFilesTest (-Dfallow.swept=FOLDER) then verifies and edits them with Fallow.

Needs Python 3.6, a POSIX system and one of the three packages. The exit code is 1 if anything failed.
"""

import argparse
import collections
import hashlib
import os
import pickle
import random
import re
import shutil
import signal
import sys
import tempfile
import traceback
import warnings

EDITS = 30

# Limitations of releases, independent of the writer of the file: a part of the message, the releases, and the reason.
LIMITS = [
    ("bad version number for datatype message", r"1\.(8|10)\.", "datatypes as 1.12 and later write them"),
    ("record is already in B-tree", r"1\.10\.[0-7]$", "renames a dense attribute with creation order wrongly"),
    ("record is not in B-tree", r"1\.10\.[0-7]$|1\.12\.[01]$", "deletes such an attribute wrongly"),
    ("can't locate attribute", r"1\.10\.[0-7]$", "deletes such an attribute wrongly"),
    ("NetCDF: Can't write file", "", "netCDF edits only groups that track the order of creation"),
]


class Result:
    """The counts and failures of one file."""

    def __init__(self, library):
        self.release = library.release
        self.counts = collections.Counter()
        self.failures = []

    def fail(self, what, error):
        text = re.sub(r"0x[0-9a-f]+", "0x..", str(error).strip())
        if any(part in text and re.match(releases, self.release) for part, releases, why in LIMITS):
            self.counts["limits"] += 1
        else:
            self.failures.append("%s: %s: %s" % (what, type(error).__name__, text))


def digest(value):
    """A hash of a value; equal values have equal hashes."""
    return hashlib.md5(value if isinstance(value, bytes) else pickle.dumps(value, 2)).hexdigest()


# ---- h5py ------------------------------------------------------------------------------------------------------


class WithH5py:
    first = 0  # number of the first edit, part of the names

    def __init__(self):
        import h5py
        import numpy

        self.h5py = h5py
        self.numpy = numpy
        self.release = h5py.version.hdf5_version
        self.version = "libhdf5 %s, h5py %s" % (self.release, h5py.__version__)

    def open(self, path, mode):
        return self.h5py.File(path, mode)

    def key(self, obj):
        return self.h5py.h5o.get_info(obj.id).addr

    def plain(self, value):
        """A value without parts that may differ between two reads, such as gaps between members."""
        if getattr(value, "dtype", None) is not None and value.dtype.names:
            return [self.plain(value[name]) for name in value.dtype.names]
        if isinstance(value, self.numpy.ndarray) and value.dtype.hasobject or isinstance(value, (tuple, list)):
            return [self.plain(one) for one in (value.ravel() if hasattr(value, "ravel") else value)]
        if isinstance(value, (self.h5py.Reference, self.h5py.RegionReference)):
            return bool(value)
        if hasattr(value, "tobytes"):
            return (str(value.dtype), getattr(value, "shape", ()), value.tobytes())
        return repr(value)

    def raw(self, space, kind, read):
        """The bytes of elements for which numpy has no type."""
        elements = space.get_simple_extent_npoints()
        if elements == 0:
            return b""
        buffer = self.numpy.zeros(elements, dtype="V%d" % kind.get_size())
        read(buffer, kind)
        return buffer.tobytes() if not kind.detect_class(self.h5py.h5t.VLEN) else b"?"

    def attributes(self, obj):
        """The attribute names; h5py 2 does not list those of a committed datatype."""
        names = []
        self.h5py.h5a.iterate(obj.id, names.append)
        return [name.decode("utf8", "surrogateescape") for name in names]

    def has_no_type(self, error):
        """Whether numpy or h5py, not libhdf5, cannot read a value."""
        return isinstance(error, (TypeError, ValueError)) or "no appropriate function for conversion" in str(error)

    def attribute(self, obj, name):
        try:
            return self.plain(obj.attrs[name])
        except Exception as e:
            if not self.has_no_type(e):
                raise
        low = self.h5py.h5a.open(obj.id, name.encode("utf8", "surrogateescape"))
        return self.raw(low.get_space(), low.get_type(), lambda buffer, kind: low.read(buffer, mtype=kind))

    def elements(self, dataset):
        try:
            return self.plain(dataset[()])
        except Exception as e:
            if not self.has_no_type(e):
                raise
        low = dataset.id
        all_of_it = self.h5py.h5s.ALL
        return self.raw(
            low.get_space(), low.get_type(), lambda buffer, kind: low.read(all_of_it, all_of_it, buffer, kind)
        )

    def walk(self, f, result):
        """Reads everything. Returns for each path the object's key and the digests of its values."""
        seen = {}
        done = {}
        waiting = [("/", f["/"])]
        while waiting:
            path, obj = waiting.pop()
            key = self.key(obj)
            if key in done:
                seen[path] = done[key]
                continue
            result.counts["objects"] += 1
            values = {}
            done[key] = seen[path] = (key, values)
            try:
                for name in self.attributes(obj):
                    try:
                        values["@" + name] = digest(self.attribute(obj, name))
                        result.counts["attributes"] += 1
                    except Exception as e:
                        result.fail("read attribute", e)
                if isinstance(obj, self.h5py.Dataset):
                    values["elements"] = digest(self.elements(obj))
                    result.counts["datasets"] += 1
                elif isinstance(obj, self.h5py.Group):
                    for name in list(obj):
                        waiting += self.follow(path, obj, name, seen, result)
            except Exception as e:
                result.fail("read " + type(obj).__name__.lower(), e)
        return seen

    def follow(self, path, group, name, seen, result):
        result.counts["links"] += 1
        child = path.rstrip("/") + "/" + name
        try:
            link = group.get(name, getlink=True)
            if isinstance(link, self.h5py.HardLink):
                return [(child, group[name])]
            seen[child] = (None, {"link": repr([getattr(link, part, 0) for part in ("filename", "path")])})
        except Exception as e:
            result.fail("follow link", e)
        return []

    def places(self, f):
        """Visits all objects that can be opened by path, each once, and all links."""
        objects = {}
        keys = set()
        links = []
        waiting = [("/", f["/"])]
        while waiting:
            path, obj = waiting.pop()
            key = self.key(obj)
            if key in keys:
                continue
            keys.add(key)
            objects[path] = obj
            if isinstance(obj, self.h5py.Group):
                for name in list(obj):
                    links.append((path, name))
                    link = obj.get(name, getlink=True)
                    if isinstance(link, self.h5py.HardLink):
                        try:
                            waiting.append((path.rstrip("/") + "/" + name, obj[name]))
                        except KeyError:
                            pass  # a finding of the walk
        return objects, links

    def edit(self, f, rng, result):
        """Makes random edits. Returns the keys of the edited objects."""
        touched = set()
        # libhdf5 can delete an object only if it can read all of it
        edits = self.EDITS + ([] if result.counts["limits"] else self.DELETES)
        for number in range(self.first, self.first + EDITS):
            objects, links = self.places(f)
            edit = rng.choice(edits)
            try:
                edit(self, f, rng, number, objects, links, touched)
                result.counts["edits"] += 1
            except Exception as e:
                result.fail(edit.__name__.replace("_", " "), e)
        return touched

    def group(self, rng, objects):
        return rng.choice([one for one in objects.values() if isinstance(one, self.h5py.Group)])

    def create_group(self, f, rng, number, objects, links, touched):
        made = self.group(rng, objects).create_group("swept group %d" % number)
        for i in range(rng.choice([0, 0, 3, 20])):
            made.create_group("child %d" % i)

    def create_dataset(self, f, rng, number, objects, links, touched):
        group = self.group(rng, objects)
        name = "swept dataset %d" % number
        numpy = self.numpy
        kind = rng.randrange(5)
        if kind == 0:
            group[name] = 3.25
        elif kind == 1:
            group[name] = numpy.arange(rng.randrange(4000))
        elif kind == 2:
            group.create_dataset(name, (100,), dtype=numpy.dtype([("a", "<i4"), ("b", "S7")]))
        elif kind == 3:
            group.create_dataset(name, (40,), maxshape=(None,), chunks=(16,), dtype="<f8")[...] = number
        else:
            strings = group.create_dataset(name, (9,), dtype=self.h5py.special_dtype(vlen=str))
            strings[...] = ["swept " * i for i in range(9)]

    def create_attribute(self, f, rng, number, objects, links, touched):
        obj = rng.choice(list(objects.values()))
        touched.add(self.key(obj))
        for i in range(rng.choice([1, 1, 1, 12])):
            obj.attrs["swept %d %d" % (number, i)] = rng.choice(
                [1, "text", self.numpy.arange(rng.randrange(1, 500)), [1.5] * rng.randrange(1, 20)]
            )

    def delete_attribute(self, f, rng, number, objects, links, touched):
        with_some = [one for one in objects.values() if self.attributes(one)]
        if with_some:
            obj = rng.choice(with_some)
            touched.add(self.key(obj))
            names = sorted(self.attributes(obj))
            for name in rng.sample(names, min(len(names), rng.choice([1, 1, 10]))):
                del obj.attrs[name]

    def delete_link(self, f, rng, number, objects, links, touched):
        if links:
            group, name = rng.choice(links)
            del objects[group][name]

    def create_link(self, f, rng, number, objects, links, touched):
        group = self.group(rng, objects)
        name = "swept link %d" % number
        group[name] = rng.choice(
            [
                self.h5py.SoftLink("/nowhere/at all"),
                self.h5py.ExternalLink("elsewhere.h5", "/there"),
                rng.choice(list(objects.values())),
            ]
        )

    def move(self, f, rng, number, objects, links, touched):
        hard = [one for one in links if one[0].rstrip("/") + "/" + one[1] in objects]
        if hard:
            group, name = rng.choice(hard)
            objects[group].move(name, "swept move %d" % number)

    def write_elements(self, f, rng, number, objects, links, touched):
        plain = [
            one
            for one in objects.values()
            if isinstance(one, self.h5py.Dataset) and one.id.get_type().get_class() <= self.h5py.h5t.FLOAT
            and one.shape is not None
        ]
        if plain:
            dataset = rng.choice(plain)
            touched.add(self.key(dataset))
            dataset[...] = number

    def flush(self, f, rng, number, objects, links, touched):
        f.flush()

    EDITS = [
        create_group,
        create_dataset,
        create_dataset,
        create_attribute,
        create_attribute,
        create_link,
        move,
        write_elements,
        flush,
    ]
    DELETES = [delete_attribute, delete_link, delete_link, delete_link]

    def sweep(self, path, rng, result):
        with self.open(path, "r") as f:
            before = self.walk(f, result)
        with self.open(path, "r+") as f:
            touched = self.edit(f, rng, result)
            edited = self.walk(f, result)
        with self.open(path, "r") as f:
            after = self.walk(f, result)
        result.counts["files edited without deleting"] += bool(result.counts["limits"])
        for what in sorted(set(edited) | set(after)):
            if edited.get(what) != after.get(what):
                result.fail("compare", AssertionError("%s differs after the file was closed" % what))
        # a new object at the same path has another key, and is not compared
        old = {key: values for key, values in before.values() if key is not None}
        for what, (key, values) in sorted(after.items()):
            known = before.get(what)
            if known and known[0] == key and key is not None and key not in touched and old[key] != values:
                result.fail("compare", AssertionError("%s was not edited, and differs" % what))


# ---- PyTables --------------------------------------------------------------------------------------------------


class WithTables:
    def __init__(self):
        import numpy
        import tables

        self.numpy = numpy
        self.tables = tables
        self.release = tables.hdf5_version
        self.version = "libhdf5 %s, PyTables %s" % (self.release, tables.__version__)

    def walk(self, f, result):
        for node in f.walk_nodes("/"):
            result.counts["objects"] += 1
            try:
                for name in node._v_attrs._v_attrnames if hasattr(node, "_v_attrs") else ():
                    node._v_attrs[name]
                    result.counts["attributes"] += 1
                if hasattr(node, "read") and not isinstance(node, self.tables.link.Link):
                    node.read()
                    result.counts["datasets"] += 1
            except Exception as e:
                result.fail("read " + type(node).__name__, e)

    def edit(self, f, rng, result):
        tables, numpy = self.tables, self.numpy
        for number in range(EDITS):
            groups = [one for one in f.walk_groups("/")]
            group = rng.choice(groups)
            name = "swept%d" % number
            what = rng.choice(["group", "array", "carray", "vlarray", "attribute", "link", "remove", "remove", "flush"])
            try:
                if what == "group":
                    f.create_group(group, name)
                elif what == "array":
                    f.create_array(group, name, numpy.arange(rng.randrange(1, 4000)))
                elif what == "carray":
                    f.create_carray(group, name, obj=numpy.arange(100.0))
                elif what == "vlarray":
                    f.create_vlarray(group, name, tables.Int32Atom()).append([1, 2, 3])
                elif what == "attribute":
                    group._v_attrs[name] = rng.choice([1, "text", numpy.arange(300)])
                elif what == "link":
                    f.create_soft_link(group, name, "/nowhere")
                elif what == "remove":
                    names = sorted(group._v_children)
                    if names:
                        f.remove_node(group, rng.choice(names), recursive=True)
                else:
                    f.flush()
                result.counts["edits"] += 1
            except Exception as e:
                result.fail(what, e)

    def sweep(self, path, rng, result):
        with self.tables.open_file(path, "r") as f:
            self.walk(f, result)
        with self.tables.open_file(path, "a") as f:
            self.edit(f, rng, result)
            self.walk(f, result)
        with self.tables.open_file(path, "r") as f:
            self.walk(f, result)


# ---- netCDF4 ---------------------------------------------------------------------------------------------------


class WithNetcdf:
    def __init__(self):
        import netCDF4
        import numpy

        self.numpy = numpy
        self.netcdf = netCDF4
        self.release = netCDF4.__hdf5libversion__
        self.version = "libhdf5 %s, netCDF4 %s" % (self.release, netCDF4.__version__)

    def walk(self, f, result):
        waiting = [f]
        while waiting:
            group = waiting.pop()
            result.counts["objects"] += 1
            waiting += group.groups.values()
            for holder in [group] + list(group.variables.values()):
                try:
                    for name in holder.ncattrs():
                        holder.getncattr(name)
                        result.counts["attributes"] += 1
                except Exception as e:
                    result.fail("read attribute", e)
            for variable in group.variables.values():
                try:
                    variable[...]
                    result.counts["datasets"] += 1
                except Exception as e:
                    result.fail("read variable", e)

    def edit(self, f, rng, result):
        for number in range(EDITS):
            groups = [f]
            for one in groups:
                groups += one.groups.values()
            group = rng.choice(groups)
            what = rng.choice(["group", "variable", "attribute", "sync"])
            try:
                if what == "group":
                    group.createGroup("swept%d" % number)
                elif what == "variable":
                    group.createDimension("dim%d" % number, 50)
                    group.createVariable("swept%d" % number, "f8", ("dim%d" % number,))[:] = self.numpy.arange(50.0)
                elif what == "attribute":
                    group.setncattr("swept%d" % number, rng.choice([1, "text"]))
                else:
                    f.sync()
                result.counts["edits"] += 1
            except Exception as e:
                result.fail(what, e)

    def sweep(self, path, rng, result):
        with self.netcdf.Dataset(path, "r") as f:
            self.walk(f, result)
        with self.netcdf.Dataset(path, "a") as f:
            self.edit(f, rng, result)
        with self.netcdf.Dataset(path, "r") as f:
            self.walk(f, result)


# ---- one process per file --------------------------------------------------------------------------------------


def in_child(library, path, rng, seconds):
    """The result of a file, determined in a process that may crash or hang."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        result = Result(library)
        signal.alarm(seconds)
        try:
            warnings.simplefilter("ignore")
            library.sweep(path, rng, result)
        except Exception as e:
            result.fail("sweep at line %d" % traceback.extract_tb(sys.exc_info()[2])[-1][1], e)
        with os.fdopen(writer, "wb") as out:
            pickle.dump(result, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as data:
        answer = data.read()
    status = os.waitpid(child, 0)[1]
    result = pickle.loads(answer) if answer else Result(library)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        result.failures.append("hang: more than %d s" % seconds if number == signal.SIGALRM else "crash: signal %d" % number)
    return result


def files_of(arguments):
    for argument in arguments:
        if os.path.isdir(argument):
            for name in sorted(os.listdir(argument)):
                if name.endswith(".h5"):
                    yield os.path.join(argument, name)
        else:
            yield argument


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--with", dest="library", choices=["h5py", "tables", "netCDF4"], default="h5py")
    parser.add_argument("--out", help="folder that the edited copies are kept in")
    parser.add_argument("--seconds", type=int, default=60, help="for each file")
    parser.add_argument("--verbose", action="store_true", help="name the file of every failure")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    library = {"h5py": WithH5py, "tables": WithTables, "netCDF4": WithNetcdf}[options.library]()
    out = options.out or tempfile.mkdtemp(prefix="sweep")
    os.makedirs(out, exist_ok=True)
    counts = collections.Counter()
    failures = collections.Counter()
    first = {}
    for path in files_of(options.files):
        copy = os.path.join(out, os.path.basename(path))
        shutil.copyfile(path, copy)
        result = in_child(library, copy, random.Random(os.path.basename(path)), options.seconds)
        counts += result.counts
        counts["files"] += 1
        counts["files with failures"] += bool(result.failures)
        for failure in result.failures:
            failures[failure.replace(copy, "FILE")] += 1
            first.setdefault(failure.replace(copy, "FILE"), os.path.basename(path))
            if options.verbose:
                print("%s: %s" % (os.path.basename(path), failure))
        if not options.out:
            os.remove(copy)
    print("%s: %s" % (library.version, ", ".join("%d %s" % (counts[key], key) for key in sorted(counts))))
    for failure, number in failures.most_common():
        print("  %d x %s (first: %s)" % (number, failure, first[failure]))
    if not options.out:
        shutil.rmtree(out)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
