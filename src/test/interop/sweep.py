#!/usr/bin/env python3
"""Reads and edits HDF5 files with the libhdf5 that a Python package contains, each file in a separate process.

    sweep.py [--with h5py|tables|netCDF4] [--out FOLDER] [--edits N] [--seconds N] [--verbose] FILE_OR_FOLDER...

Each file is copied. The copy is opened, and everything in it is read: objects, links, attributes, values. Then
it is edited: links, groups, datasets and attributes are created and deleted, values are written. It is read, closed, opened
and read again. Unedited objects must be the same as before the edits, and all objects the same as before the file was closed.
Half of the edits are of chunked datasets: they are created with filters, written in part and whole, appended to, resized and
deleted. The same is done to an array of numpy for each of them; it must equal the dataset before and after the file is closed.
A crash or a hang is reported like any other failure.

--out keeps the edited copies; the test SweptFilesTest (-Dfallow.swept=FOLDER) then verifies and edits them with Fallow.

Needs Python 3.6, a POSIX system and one of the three packages; hdf5plugin for files with filters that are not part of
libhdf5. The exit code is 1 if anything failed.
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

EDITS = 60

# Limitations of releases, independent of the writer of the file: a part of the message, the releases, and the reason. "with
# filters" is added to the messages about datasets.
LIMITS = [
    ("filter returned failure during read with filters 6", r"1\.14\.[56]$", "refuses scale-offset at full precision"),
    ("bad version number for datatype message", r"1\.(8|10)\.", "datatypes as 1.12 and later write them"),
    ("addr undefined", "", "resizes no dataset with unfiltered edge chunks that has no chunks yet"),
    ("record is already in B-tree", r"1\.10\.[0-7]$", "renames a dense attribute with creation order wrongly"),
    ("record is not in B-tree", r"1\.10\.[0-7]$|1\.12\.[01]$", "deletes such an attribute wrongly"),
    ("can't locate attribute", r"1\.10\.[0-7]$", "deletes such an attribute wrongly"),
    ("NetCDF: Can't write file", "", "netCDF edits only groups that track the order of creation"),
]


class Result:
    """The counts and failures of one file."""

    pipe = None  # from the process of a file to its parent

    def __init__(self, library):
        self.release = library.release
        self.counts = collections.Counter()
        self.failures = []
        self.phase = "reading"

    def reached(self, phase):
        """Sends what is known so far to the parent process, in case that this one crashes."""
        self.phase = phase
        if Result.pipe:
            pickle.dump(self, Result.pipe)
            Result.pipe.flush()

    def fail(self, what, error, filters=()):
        text = re.sub(r"0x[0-9a-f]+", "0x..", str(error).strip())
        if filters:
            text = "%s with filters %s" % (text.rstrip(")"), " ".join(map(str, filters)))
        if any(part in text and re.match(releases, self.release) for part, releases, why in LIMITS):
            self.counts["limits"] += 1
        else:
            self.failures.append("%s: %s: %s" % (what, type(error).__name__, text))


def digest(value):
    """A hash of a value; equal values have equal hashes."""
    return hashlib.md5(value if isinstance(value, bytes) else pickle.dumps(value, 2)).hexdigest()


# ---- the model of a chunked dataset ----------------------------------------------------------------------------


class Model:
    """What a dataset must contain: an array of numpy that is edited in the same way."""

    def __init__(self, numpy, values, fill, exact=True):
        self.numpy = numpy
        self.values = numpy.array(values)
        self.fill = fill
        self.exact = exact

    def resize(self, shape):
        values = self.numpy.empty(shape, self.values.dtype)
        values[...] = self.fill
        kept = tuple(slice(0, min(old, new)) for old, new in zip(self.values.shape, shape))
        values[kept] = self.values[kept]
        self.values = values

    def difference(self, found, plain):
        """Describes the first difference, or returns None. The function makes values comparable."""
        if found.shape != self.values.shape or found.dtype != self.values.dtype:
            return "expected %s %s, found %s %s" % (self.values.dtype, self.values.shape, found.dtype, found.shape)
        if not self.exact and self.numpy.allclose(found, self.values, 1e-4, 1e-2) or plain(found) == plain(self.values):
            return None
        for at in self.numpy.ndindex(*found.shape):
            if plain(found[at]) != plain(self.values[at]):
                return "element %s of %s: expected %r, found %r" % (list(at), found.shape, self.values[at], found[at])
        return "expected %r, found %r" % (self.values, found)


def random_values(numpy, rng, dtype, shape, text=None, small=0.5):
    """Random values of a type: numbers, strings, or compounds of them. This part of the integers is small."""
    state = numpy.random.RandomState(rng.randrange(1 << 32))
    count = int(numpy.prod(shape, dtype="i8"))
    if dtype.names:
        values = numpy.zeros(shape, dtype)
        for name in dtype.names:
            values[name] = random_values(numpy, rng, dtype[name], shape, text, small)
    elif dtype.kind in "iu" and rng.random() >= small:
        values = numpy.frombuffer(state.bytes(count * dtype.itemsize), dtype)
    elif dtype.kind in "iuf":
        values = (state.randint(0, 100, count) / (2 if dtype.kind == "f" else 1)).astype(dtype)
    elif dtype.kind == "S":
        values = numpy.array([b"swept"[: state.randint(0, 6)] for i in range(count)], dtype)
    else:
        values = numpy.empty(count, dtype)
        values[...] = [text("swept " * state.randint(0, 6)) for i in range(count)]
    return values.reshape(shape).copy()


def random_part(rng, shape):
    """A random selection of a block of elements, half of the time with steps; None if there are no elements."""
    part = []
    for size in shape:
        if size == 0:
            return None
        start = rng.randrange(size)
        stop = rng.randrange(start, size) + 1
        part.append(slice(start, stop, rng.choice([1, 1, 1, 2, 5])))
    return tuple(part)


def length(part, size):
    return len(range(*part.indices(size)))


# ---- h5py ------------------------------------------------------------------------------------------------------


class WithH5py:
    first = 0  # number of the first edit, part of the names

    def __init__(self):
        import h5py
        import numpy

        try:
            import hdf5plugin  # registers its filters
        except ImportError:
            pass
        self.h5py = h5py
        self.old = tuple(map(int, h5py.version.hdf5_version.split(".")[:2])) < (1, 14)
        self.models = {}  # of chunked datasets, by key
        self.numpy = numpy
        self.release = h5py.version.hdf5_version
        self.version = "libhdf5 %s, h5py %s" % (self.release, h5py.__version__)

    def open(self, path, mode, earliest="earliest"):
        return self.h5py.File(path, mode, libver=(earliest, "latest"))

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
                    missing = [number for number in self.filters(obj) if not self.h5py.h5z.filter_avail(number)]
                    if missing:
                        result.counts["datasets not read because a filter is not installed"] += 1
                        continue
                    values["elements"] = digest(self.elements(obj))
                    result.counts["datasets"] += 1
                    result.counts["chunked datasets"] += obj.chunks is not None
                elif isinstance(obj, self.h5py.Group):
                    for name in list(obj):
                        waiting += self.follow(path, obj, name, seen, result)
            except Exception as e:
                result.fail("read " + type(obj).__name__.lower(), e, self.filters(obj))
        return seen

    def compare_equals(self, f, result):
        """Compares each dataset that has the attribute "equals", a path, with the dataset at that path."""
        for path, obj in self.places(f)[0].items():
            if isinstance(obj, self.h5py.Dataset) and "equals" in self.attributes(obj):
                if not all(map(self.h5py.h5z.filter_avail, self.filters(obj))):
                    continue
                try:
                    expected = f[obj.attrs["equals"]][()]
                    difference = Model(self.numpy, expected, None).difference(obj[()], self.plain)
                    if difference:
                        raise AssertionError("%s: %s" % (path, difference))
                    result.counts["datasets equal to what was written"] += 1
                except Exception as e:
                    result.fail("read", e, self.filters(obj))

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
        self.models = {}
        self.spoilt = set()
        # libhdf5 can delete an object only if it can read all of it
        readable = not result.counts["limits"]
        result.counts["files edited without deleting"] += not readable
        others = self.EDITS + (self.DELETES if readable else [])
        chunked = self.CHUNKED + ([WithH5py.delete_chunked] if readable else [])
        for number in range(self.first, self.first + self.edits):
            objects, links = self.places(f)
            keys = {self.key(one) for one in objects.values() if isinstance(one, self.h5py.Dataset)}
            self.models = {key: model for key, model in self.models.items() if key in keys}
            edit = rng.choice(rng.choice([others, chunked]))
            self.filtered = ()
            try:
                done = edit(self, f, rng, number, objects, links, touched)
                result.counts["edits"] += 1
                result.counts["edits of chunked datasets"] += edit in chunked and done is not None
            except Exception as e:
                result.fail(edit.__name__.replace("_", " "), e, self.filtered)
        self.compare(f, result, "after the edits")
        return touched

    def compare(self, f, result, when):
        """Compares the edited chunked datasets with their models."""
        for path, obj in self.places(f)[0].items():
            model = self.models.get(self.key(obj)) if isinstance(obj, self.h5py.Dataset) else None
            if model:
                try:
                    difference = model.difference(obj[()], self.plain)
                    result.counts["comparisons with numpy"] += 1
                    if difference:
                        shapes = "%s of chunks %s, filters %s" % (path, obj.chunks, self.filters(obj))
                        result.fail("model", AssertionError("%s %s: %s" % (shapes, when, difference)))
                except Exception as e:
                    result.fail("read dataset " + when, e, self.filters(obj))

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
        # before 2.0, libhdf5 may delete the wrong link instead of that of a group to itself
        links = [one for one in links if not self.is_own(objects, one)]
        if links:
            group, name = rng.choice(links)
            del objects[group][name]

    def is_own(self, objects, link):
        group, name = link
        hard = isinstance(objects[group].get(name, getlink=True), self.h5py.HardLink)
        return hard and self.release < "2" and self.key(objects[group]) == self.key(objects[group][name])

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
            self.models.pop(self.key(dataset), None)
            self.filtered = self.filters(dataset)
            dataset[...] = number

    # ---- chunked datasets ----

    def filters(self, dataset):
        """The numbers of the filters, in the order of writing."""
        return [number for number, values in self.filter_values(dataset)]

    def filter_values(self, dataset):
        if not isinstance(dataset, self.h5py.Dataset) or dataset.chunks is None:
            return []
        creation = dataset.id.get_create_plist()
        filters = [creation.get_filter(i) for i in range(creation.get_nfilters())]
        return [(one[0], one[2]) for one in filters]

    def text(self, kind):
        """The function that makes a string of the type that h5py returns."""
        as_text = self.h5py.version.version_tuple[0] < 3 and self.h5py.check_dtype(vlen=kind) is str
        return (lambda text: text) if as_text else (lambda text: text.encode())

    def is_editable(self, dataset):
        """Whether a dataset is chunked, can be written without loss, and has a type that numpy has too."""
        h5py = self.h5py
        if not isinstance(dataset, h5py.Dataset) or not dataset.chunks or self.key(dataset) in self.spoilt:
            return False
        common = (h5py.h5t.INTEGER, h5py.h5t.FLOAT, h5py.h5t.STRING, h5py.h5t.COMPOUND)
        if dataset.id.get_type().get_class() not in common:
            return False
        for number, values in self.filter_values(dataset):
            encodes = h5py.h5z.FILTER_CONFIG_ENCODE_ENABLED
            if not h5py.h5z.filter_avail(number) or not h5py.h5z.get_filter_info(number) & encodes:
                return False
            if number == h5py.h5z.FILTER_SCALEOFFSET and dataset.dtype.kind in "iu" and values[1] != 0:
                return False
        creation = dataset.id.get_create_plist()
        if creation.get_fill_time() == h5py.h5d.FILL_TIME_NEVER:
            return False
        if creation.fill_value_defined() == h5py.h5d.FILL_VALUE_UNDEFINED:
            return False
        try:
            return self.is_common(dataset.dtype, dataset.id.get_type())
        except TypeError:
            return False  # a member that numpy does not have

    def is_common(self, dtype, kind):
        if kind.get_class() == self.h5py.h5t.STRING and kind.is_variable_str():
            return True
        if dtype.names:
            # numpy has no other type of an object
            members = [kind.get_member_type(kind.get_member_index(name.encode())) for name in dtype.names]
            return not dtype.hasobject and all(self.is_common(dtype[n], m) for n, m in zip(dtype.names, members))
        # the last one: scalars, not arrays or enumerations
        return dtype.kind in "iufS" and self.h5py.h5t.py_create(dtype, logical=True).equal(kind)

    def choose(self, rng, objects, touched, resizable=False):
        """A chunked dataset and its model; None if there is none."""
        some = [one for one in objects.values() if self.is_editable(one) and (not resizable or one.maxshape != one.shape)]
        if not some:
            return None
        dataset = rng.choice(some)
        touched.add(self.key(dataset))
        self.filtered = self.filters(dataset)
        if self.key(dataset) not in self.models:
            values = dataset[()]
            lossy = self.h5py.h5z.FILTER_SCALEOFFSET in self.filtered and dataset.dtype.kind == "f"
            self.models[self.key(dataset)] = Model(self.numpy, values, self.fill(dataset), not lossy)
        return dataset, self.models[self.key(dataset)]

    def fill(self, dataset):
        creation = dataset.id.get_create_plist()
        if dataset.dtype.hasobject:
            return self.text(dataset.dtype)("")
        if creation.fill_value_defined() == self.h5py.h5d.FILL_VALUE_DEFAULT:
            return self.numpy.zeros((), dataset.dtype)
        return dataset.fillvalue

    def values(self, rng, dataset, shape):
        return random_values(self.numpy, rng, dataset.dtype, shape, self.text(dataset.dtype))

    def attempt(self, dataset, change):
        """Changes a dataset; if that fails, its content in this session is unknown, and may not be that in the file."""
        try:
            change()
        except Exception:
            del self.models[self.key(dataset)]
            self.spoilt.add(self.key(dataset))
            raise
        return True

    def create_chunked(self, f, rng, number, objects, links, touched):
        group = self.group(rng, objects)
        rank = rng.randrange(1, 4)
        most = {1: 2000, 2: 40, 3: 12}[rank]
        shape = tuple(rng.choice([0, rng.randrange(most), rng.randrange(most)]) for i in range(rank))
        kinds = ["<i4", ">i2", "u1", "<u8", "<f8", ">f4", "S7", [("a", "<i4"), ("b", "S7"), ("c", "<f8")]]
        kind = self.numpy.dtype(rng.choice(kinds))
        limits = tuple(rng.choice([size or 5, size + 9, None]) for size in shape)
        chunks = tuple(rng.randrange(1, min(limit or most, most) + 1) for limit in limits)
        options = {"shuffle": rng.random() < 0.5, "fletcher32": rng.random() < 0.3}
        options["compression"] = rng.choice([None, "gzip", "gzip", "lzf"])
        if kind.kind in "iuf" and rng.random() < 0.5:
            options["fillvalue"] = self.numpy.dtype(kind).type(7)
        if kind.kind in "iu" and rng.random() < 0.2:
            options.update(scaleoffset=0, fletcher32=False)  # h5py refuses both together
        name = "swept chunks %d" % number
        dataset = group.create_dataset(name, shape, kind, maxshape=limits, chunks=chunks, **options)
        touched.add(self.key(dataset))
        self.filtered = self.filters(dataset)
        fill = self.fill(dataset)
        self.models[self.key(dataset)] = model = Model(self.numpy, self.numpy.zeros(shape, kind), fill)
        model.values[...] = fill
        part = random_part(rng, shape)
        return self.write(rng, dataset, model, part) if part and rng.random() < 0.7 else True

    def write(self, rng, dataset, model, part):
        values = self.values(rng, dataset, model.values[part].shape)
        model.values[part] = values
        return self.attempt(dataset, lambda: dataset.__setitem__(part, values))

    def write_slice(self, f, rng, number, objects, links, touched):
        chosen = self.choose(rng, objects, touched)
        part = random_part(rng, chosen[0].shape) if chosen else None
        return self.write(rng, chosen[0], chosen[1], part) if part else None

    def rewrite_chunked(self, f, rng, number, objects, links, touched):
        chosen = self.choose(rng, objects, touched)
        return self.write(rng, chosen[0], chosen[1], Ellipsis) if chosen and chosen[0].size else None

    def resize_chunked(self, f, rng, number, objects, links, touched):
        chosen = self.choose(rng, objects, touched, True)
        if not chosen:
            return None
        dataset, model = chosen
        # libhdf5 leaves the address of a single chunk in the file when it frees the chunk
        least = 1 if dataset.chunks == dataset.maxshape else 0
        shape = []
        for size, limit in zip(dataset.shape, dataset.maxshape):
            most = size + 20 if limit is None else limit
            shape.append(max(least, rng.choice([size, size, most, rng.randrange(most + 1), rng.choice([0, size])])))
        return self.resize(dataset, model, shape)

    def resize(self, dataset, model, shape):
        if int(self.numpy.prod(shape, dtype="i8")) > 200000:
            return None
        # Edge chunks may be unfiltered, which h5py cannot tell. Before 1.14, libhdf5 crashes if such a dataset without
        # chunks grows; later it refuses.
        unfiltered = self.filters(dataset) and dataset.id.get_storage_size() == 0
        if unfiltered and self.old and "swept" not in dataset.name and tuple(shape) != dataset.shape:
            return None
        # All releases up to 2.0 store a chunk that becomes or ceases to be an unfiltered edge chunk with the wrong filter
        # mask, if the filter cannot shrink it. The attribute is from Fallow's test ChunkedFiles.
        if "unfiltered edges" in self.attributes(dataset) and not {1, 2, 3}.issuperset(self.filters(dataset)):
            return None
        model.resize(shape)
        return self.attempt(dataset, lambda: dataset.resize(shape))

    def append_to_chunked(self, f, rng, number, objects, links, touched):
        chosen = self.choose(rng, objects, touched, True)
        if not chosen:
            return None
        dataset, model = chosen
        growing = [i for i in range(len(dataset.shape)) if dataset.maxshape[i] is None]
        if not growing:
            return None
        dimension = rng.choice(growing)
        old = dataset.shape[dimension]
        shape = list(dataset.shape)
        shape[dimension] += rng.randrange(1, 30)
        if not self.resize(dataset, model, shape) or 0 in shape:
            return True
        part = (slice(None),) * dimension + (slice(old, None),)
        return self.write(rng, dataset, model, part)

    def delete_chunked(self, f, rng, number, objects, links, touched):
        some = [one for one in links if getattr(objects.get(one[0].rstrip("/") + "/" + one[1]), "chunks", None)]
        if not some:
            return None
        group, name = rng.choice(some)
        del objects[group][name]
        return True

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
    CHUNKED = [
        create_chunked,
        create_chunked,
        write_slice,
        write_slice,
        rewrite_chunked,
        resize_chunked,
        resize_chunked,
        append_to_chunked,
        append_to_chunked,
    ]

    def sweep(self, path, rng, result):
        with self.open(path, "r") as f:
            before = self.walk(f, result)
            self.compare_equals(f, result)
        result.reached("editing")
        with self.open(path, "r+", rng.choice(["earliest", "v110"])) as f:
            touched = self.edit(f, rng, result)
            edited = self.walk(f, result)
            result.reached("closing")
        result.reached("reading it again")
        with self.open(path, "r") as f:
            after = self.walk(f, result)
            self.compare(f, result, "after the file was closed")
        for what in sorted(set(edited) | set(after)):
            spoilt = (edited.get(what) or after.get(what))[0] in self.spoilt
            if edited.get(what) != after.get(what) and not spoilt:
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
                self.fail(result, "read " + type(node).__name__, e)

    def fail(self, result, what, error):
        if "required filter" in str(error):
            result.counts["datasets not read because a filter is not installed"] += 1
        else:
            # the last lines of a back trace of libhdf5 say what happened
            lines = [line.strip() for line in str(error).splitlines() if line.startswith("    ")]
            result.fail(what, RuntimeError(lines[-1]) if lines else error)

    def plain(self, value):
        """A value that can be compared with others."""
        if value.dtype.names:
            return [self.plain(value[name]) for name in value.dtype.names]
        return str(value.dtype.newbyteorder("=")), value.shape, self.numpy.array(value, value.dtype.newbyteorder("=")).tobytes()

    def compare_equals(self, f, result):
        """As with h5py."""
        for node in f.walk_nodes("/", "Leaf"):
            filters = getattr(node, "filters", None)
            if "equals" in node._v_attrs and filters is not None:
                try:
                    expected = Model(self.numpy, f.get_node(str(node._v_attrs["equals"])).read(), None)
                    difference = expected.difference(node.read(), self.plain)
                    if difference:
                        raise AssertionError("%s: %s" % (node._v_pathname, difference))
                    result.counts["datasets equal to what was written"] += 1
                except Exception as e:
                    self.fail(result, "read", e)

    def chunked(self, f, kinds):
        return [one for kind in kinds for one in f.walk_nodes("/", kind)]

    def edit_chunked(self, f, group, rng, name, result):
        """Makes a random edit of a chunked dataset, and the same edit of an array of numpy."""
        tables, numpy = self.tables, self.numpy
        what = rng.choice(["create", "create table", "slice", "slice", "rewrite", "append", "append", "truncate"])
        filters = tables.Filters(
            complevel=rng.choice([0, 1, 6]),
            complib=rng.choice(["zlib", "bzip2", "blosc"]),
            shuffle=rng.random() < 0.5,
            fletcher32=rng.random() < 0.5,
        )
        if what == "create":
            rank = rng.randrange(1, 4)
            shape = tuple(rng.randrange(1, {1: 2000, 2: 40, 3: 12}[rank]) for i in range(rank))
            values = random_values(numpy, rng, numpy.dtype(rng.choice(["<i4", "u1", "<f8"])), shape)
            if rng.random() < 0.5:
                node = f.create_carray(group, name, obj=values, filters=filters)
            else:
                node = f.create_earray(group, name, obj=values, filters=filters)
            model = Model(numpy, values, 0)
        elif what == "create table":
            values = random_values(numpy, rng, numpy.dtype([("a", "<i4"), ("b", "S7")]), (rng.randrange(1, 300),))
            node = f.create_table(group, name, obj=values, filters=filters)
            model = Model(numpy, values, 0)
        else:
            growing = what in ("append", "truncate")
            nodes = self.chunked(f, ["EArray", "Table"] if growing else ["CArray", "EArray", "Table"])
            nodes = [one for one in nodes if one.dtype.kind in "iufV" and "unfiltered edges" not in one._v_attrs]
            if not nodes:
                return
            node = rng.choice(nodes)
            main = getattr(node, "maindim", 0)
            model = self.models.pop(node._v_pathname, None) or Model(numpy, node.read(), 0)
            shape = list(model.values.shape)
            if what == "append":
                shape[main] = rng.randrange(1, 30)
                rows = random_values(numpy, rng, model.values.dtype, shape, small=1)
                node.append(rows)
                model.values = numpy.concatenate([model.values, rows], axis=main)
            elif what == "truncate":
                # growing gives the fill value, which PyTables does not know for datasets of others
                size = rng.randrange(shape[main] + 1)
                if isinstance(node, tables.Table):
                    size = max(size, 1)
                    if size < shape[main]:
                        node.remove_rows(size)
                else:
                    node.truncate(size)
                shape[main] = min(size, shape[main])
                model.resize(shape)
            else:
                whole = tuple(slice(None) for size in shape)
                part = whole if what == "rewrite" else random_part(rng, shape)
                if isinstance(node, tables.Table) and part:
                    part = (slice(part[0].start, part[0].stop, 1),) if what == "slice" else part
                if part is None or 0 in shape:
                    return
                # small: libhdf5 1.14.6 cannot read scale-offset at full precision, and PyTables does not tell the filter
                values = random_values(numpy, rng, model.values.dtype, model.values[part].shape, small=1)
                model.values[part] = values
                node[part[0] if isinstance(node, tables.Table) else part] = values
        node.flush()
        self.models[node._v_pathname] = model
        result.counts["edits of chunked datasets"] += 1

    def compare(self, f, result, when):
        for path, model in self.models.items():
            try:
                difference = model.difference(f.get_node(path).read(), self.plain)
                result.counts["comparisons with numpy"] += 1
                if difference:
                    raise AssertionError("%s: %s" % (path, difference))
            except Exception as e:
                self.fail(result, "model " + when, e)

    def edit(self, f, rng, result):
        tables, numpy = self.tables, self.numpy
        self.models = {}
        for number in range(self.edits):
            groups = [one for one in f.walk_groups("/")]
            group = rng.choice(groups)
            name = "swept%d" % number
            if rng.random() < 0.5:
                try:
                    self.edit_chunked(f, group, rng, name, result)
                    result.counts["edits"] += 1
                except Exception as e:
                    self.fail(result, "edit chunked", e)
                continue
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
                        self.models = {path: model for path, model in self.models.items() if path in f}
                else:
                    f.flush()
                result.counts["edits"] += 1
            except Exception as e:
                result.fail(what, e)

    def sweep(self, path, rng, result):
        with self.tables.open_file(path, "r") as f:
            self.walk(f, result)
            self.compare_equals(f, result)
        result.reached("editing")
        with self.tables.open_file(path, "a") as f:
            self.edit(f, rng, result)
            self.walk(f, result)
            self.compare(f, result, "after the edits")
            result.reached("closing")
        result.reached("reading it again")
        with self.tables.open_file(path, "r") as f:
            self.walk(f, result)
            self.compare(f, result, "after the file was closed")


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
        for number in range(self.edits):
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
        Result.pipe = os.fdopen(writer, "wb")
        result = Result(library)
        signal.alarm(seconds)
        try:
            warnings.simplefilter("ignore")
            library.sweep(path, rng, result)
        except Exception as e:
            result.fail("sweep at line %d" % traceback.extract_tb(sys.exc_info()[2])[-1][1], e)
        result.reached("done")
        os._exit(0)
    os.close(writer)
    result = Result(library)
    with os.fdopen(reader, "rb") as data:
        try:
            while True:
                result = pickle.load(data)
        except EOFError:
            pass
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        limits = ", after the release met its limits" if result.counts["limits"] else ""
        what = "hang: more than %d s" % seconds if number == signal.SIGALRM else "crash: signal %d" % number
        result.failures.append("%s when %s%s" % (what, result.phase, limits))
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
    parser.add_argument("--edits", type=int, default=EDITS, help="of each file")
    parser.add_argument("--seconds", type=int, default=60, help="for each file")
    parser.add_argument("--verbose", action="store_true", help="name the file of every failure")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    library = {"h5py": WithH5py, "tables": WithTables, "netCDF4": WithNetcdf}[options.library]()
    library.edits = options.edits
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
