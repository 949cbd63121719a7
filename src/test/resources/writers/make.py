"""Writes files as the usual software does, each below 40 KB, and describes every dataset in a manifest.

usage: make.py FOLDER [large]

A line of the manifest: file, dataset, kind, shape, CRC-32; separated by tabs. The kind is "fixed" (CRC of the elements
in row-major order, in the stored datatype), "strings" (CRC of the UTF-8 of each string and a zero byte), "sequences" (CRC of
the elements of each sequence) or "null". Packages that are missing are named on the standard error.
"""

import os
import sys
import zlib

import h5py
import numpy as np

FOLDER = sys.argv[1]


def path(name):
    return os.path.join(FOLDER, name)


def numbers(shape, dtype="f8", step=7, modulus=1001):
    return (np.arange(int(np.prod(shape))) * step % modulus).astype(dtype).reshape(shape)


def plain_h5py():
    with h5py.File(path("h5py.h5"), "w") as f:
        f.create_dataset("guessed", data=numbers((45, 50), "i4"), chunks=True, compression="gzip")
        f.create_dataset("shuffled", data=numbers((40, 30), "f4"), compression="gzip", shuffle=True, fletcher32=True)
        f.create_dataset("lzf", data=numbers((200,), "i2"), chunks=(64,), compression="lzf")
        f.create_dataset("scaled", data=numbers((50, 5), "i4"), chunks=(20, 5), scaleoffset=0)
        grown = f.create_dataset("grown", (10, 4), "f8", maxshape=(None, 4), chunks=(3, 4), fillvalue=-1.5)
        grown[2:5] = 3
        grown.resize((17, 4))
        f.create_dataset("bool", data=np.arange(20) % 3 == 0, chunks=(6,), compression="gzip")
        f.create_dataset("complex", data=numbers((9,), "c16"))
        f.create_dataset("half", data=numbers((9,), "f2", 3, 50), chunks=(4,))
        record = np.zeros(25, [("id", "<u4"), ("at", "<f8", (3,)), ("name", "S6")])
        record["id"] = np.arange(25)
        record["at"] = numbers((25, 3))
        record["name"] = b"abc"
        f.create_dataset("records", data=record, chunks=(8,), compression="gzip", shuffle=True)
        f.create_dataset("texts", data=["text %d \u00e9" % i for i in range(30)], chunks=(7,), compression="gzip")
        ragged = f.create_dataset("ragged", (6,), h5py.vlen_dtype("i4"), chunks=(4,))
        for i in range(5):
            ragged[i] = np.arange(i)
        f["empty"] = h5py.Empty("f4")
        f.create_dataset("nothing", (0, 3), "i4", maxshape=(None, 3))
        f["scalar"] = 42
        f["refs"] = np.array([f["scalar"].ref, f["texts"].ref], dtype=h5py.ref_dtype)


def latest_h5py():
    with h5py.File(path("h5py-latest.h5"), "w", libver="latest") as f:
        f.create_dataset("rows", data=numbers((30, 11), "u2"), maxshape=(None, 11), chunks=(4, 5), compression="gzip")
        f.create_dataset("columns", data=numbers((6, 80), "f4"), maxshape=(6, None), chunks=(5, 9))
        f.create_dataset("both", data=numbers((21, 21), "i8"), maxshape=(None, None), chunks=(8, 8), fletcher32=True)
        f.create_dataset("fixed", data=numbers((33, 9), "i4"), chunks=(8, 4), compression="gzip", shuffle=True)
        f.create_dataset("big endian", data=numbers((30, 7), ">i2"), chunks=(7, 7), compression=9)
        f.create_dataset("one", data=numbers((5, 5), "f8"), chunks=(5, 5), compression="gzip")


def large():
    """With many chunks, in the newest format that this h5py has; not kept as a resource."""
    for name, filters in (("raw", {}), ("gzip", {"compression": "gzip", "shuffle": True}), ("checked", {"fletcher32": True})):
        with h5py.File(path("large-" + name + ".h5"), "w", libver="latest") as f:
            f.create_dataset("extensible", data=numbers((140000,), "i2"), maxshape=(None,), chunks=(1,), **filters)
            f.create_dataset("second", data=numbers((3, 9000), "i4"), maxshape=(7, None), chunks=(2, 5), **filters)
            f.create_dataset("fixed", data=numbers((30000,), "i4"), chunks=(10,), **filters)
            f.create_dataset("tree", data=numbers((300, 400), "i4"), maxshape=(None, None), chunks=(3, 4), **filters)
            shrunk = f.create_dataset("shrunk", data=numbers((40, 40), "i4"), maxshape=(None, None), chunks=(7, 7), fillvalue=5)
            shrunk.resize((10, 12))
            shrunk.resize((30, 30))
            missing = f.create_dataset("missing", (100, 100), "i4", maxshape=(None, 100), chunks=(10, 10), fillvalue=7, **filters)
            missing[15:25, 33:47] = 3


def anndata():
    with h5py.File(path("anndata-like.h5ad"), "w") as f:
        x = f.create_group("X")
        x.attrs.update({"encoding-type": "csr_matrix", "shape": [40, 30]})
        x.create_dataset("data", data=numbers((200,), "f4"), compression="gzip")
        x.create_dataset("indices", data=numbers((200,), "i4", 11, 30), compression="lzf")
        x.create_dataset("indptr", data=np.arange(41, dtype="i4") * 5)
        obs = f.create_group("obs")
        obs.create_dataset("_index", data=["cell %d" % i for i in range(40)], dtype=h5py.string_dtype())
        kinds = obs.create_group("kind")
        kinds.create_dataset("categories", data=["B", "T"], dtype=h5py.string_dtype())
        kinds.create_dataset("codes", data=numbers((40,), "i1", 1, 2), compression="gzip")


def keras():
    with h5py.File(path("keras-like.weights.h5"), "w") as f:
        for layer in ("dense", "dense_1"):
            group = f.create_group("layers/" + layer + "/vars")
            group.create_dataset("0", data=numbers((12, 20), "f4") / 999)
            group.create_dataset("1", data=np.zeros(20, "f4"))
        f.create_group("optimizer/vars").create_dataset("0", data=np.int64(17))


def matlab():
    name = path("matlab-like.mat")
    with h5py.File(name, "w", userblock_size=512) as f:
        matrix = f.create_dataset("matrix", data=numbers((25, 40)), chunks=(25, 40), compression="gzip", compression_opts=3)
        matrix.attrs["MATLAB_class"] = np.bytes_("double")
        text = f.create_dataset("text", data=np.frombuffer("a text".encode("utf-16le"), "u2").reshape(6, 1))
        text.attrs["MATLAB_class"] = np.bytes_("char")
        cells = [f.create_dataset("#refs#/" + c, data=numbers((1, n))) for c, n in (("a", 3), ("b", 5))]
        f.create_dataset("cell", data=np.array([[c.ref] for c in cells], dtype=h5py.ref_dtype))
        f.create_dataset("logical", data=numbers((7, 9), "u1", 1, 2), chunks=(7, 9), compression="gzip", compression_opts=3)
    with open(name, "r+b") as f:
        f.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(116) + bytes(8) + b"\x00\x02IM")


def pandas_store():
    import pandas

    frame = pandas.DataFrame({"a": numbers((60,), "i8"), "b": numbers((60,)), "c": ["text %d" % (i % 7) for i in range(60)]})
    with pandas.HDFStore(path("pandas.h5"), "w", complevel=5, complib="zlib") as store:
        store.put("fixed", frame[["a", "b"]])
        store.append("table", frame, data_columns=["a"], index=False, chunksize=30, expectedrows=60)


def pytables():
    import tables

    with tables.open_file(path("pytables.h5"), "w") as f:
        f.create_array("/", "array", numbers((6, 7), "i4"))
        f.create_carray("/", "carray", obj=numbers((50, 8)), filters=tables.Filters(5, "zlib", fletcher32=True), chunkshape=(15, 8))
        f.create_carray("/", "blosc", obj=numbers((50, 8)), filters=tables.Filters(5, "blosc"), chunkshape=(20, 8))
        earray = f.create_earray("/", "earray", tables.Int16Atom(), (0, 5), filters=tables.Filters(1, "zlib", shuffle=True), chunkshape=(8, 5))
        for i in range(4):
            earray.append(numbers((9, 5), "i2", i + 1))
        vlarray = f.create_vlarray("/", "vlarray", tables.Int32Atom(), chunkshape=4)
        for i in range(1, 6):
            vlarray.append(list(range(i)))

        class Row(tables.IsDescription):
            number = tables.Int64Col()
            name = tables.StringCol(8)
            position = tables.Float32Col(shape=(2,))

        table = f.create_table("/", "table", Row, filters=tables.Filters(3, "zlib"), chunkshape=20)
        for i in range(45):
            table.row["number"], table.row["name"], table.row["position"] = i, "row %d" % i, (i, i / 2)
            table.row.append()


def netcdf():
    import netCDF4

    with netCDF4.Dataset(path("netcdf4.nc"), "w") as f:
        f.createDimension("time", None)
        f.createDimension("x", 12)
        f.createVariable("time", "f8", ("time",))[:] = np.arange(9)
        variable = f.createVariable("t", "f4", ("time", "x"), zlib=True, shuffle=True, fill_value=-999.0, chunksizes=(4, 5))
        variable[:] = numbers((9, 12), "f4")
        variable[11] = 5
        f.createVariable("packed", "i2", ("x",), zlib=True, complevel=9, fletcher32=True)[:] = numbers((12,), "i2")
        f.createVariable("unwritten", "i4", ("time", "x"), fill_value=7)
        names = f.createVariable("names", str, ("x",))
        for i in range(12):
            names[i] = "name %d" % i


def crc(dataset):
    base = dataset.id.get_type()
    if dataset.shape is None:
        return "null", 0
    values = dataset[()]
    if isinstance(base, h5py.h5t.TypeStringID) and base.is_variable_str():
        texts = np.ravel(np.array(values, dtype=object))
        return "strings", zlib.crc32(b"".join((t if isinstance(t, bytes) else t.encode()) + b"\0" for t in texts))
    if isinstance(base, h5py.h5t.TypeVlenID):
        return "sequences", zlib.crc32(b"".join(np.asarray(v).tobytes() for v in np.ravel(values)))
    stored = np.zeros(int(np.prod(dataset.shape)) * base.get_size(), "u1")
    if stored.size:
        memory = h5py.h5s.create_simple((int(np.prod(dataset.shape)),))
        dataset.id.read(memory, h5py.h5s.ALL, stored, base)
    return "fixed", zlib.crc32(stored.tobytes())


def describe(name, manifest):
    with h5py.File(path(name), "r") as f:

        def visit(_, item):
            if isinstance(item, h5py.Dataset):
                kind, check = crc(item)
                shape = "null" if item.shape is None else "x".join(map(str, item.shape))
                manifest.write("\t".join([name, item.name, kind, shape, "%08x" % check]) + "\n")

        f.visititems(visit)


for writer in (plain_h5py, latest_h5py, anndata, keras, matlab, pandas_store, pytables, netcdf):
    try:
        writer()
    except ImportError as missing:
        print("missing: %s (%s)" % (missing.name, writer.__name__), file=sys.stderr)
if len(sys.argv) > 2:
    large()
try:
    import hdf5plugin  # noqa: F401: decodes Blosc for the manifest
except ImportError:
    print("missing: hdf5plugin", file=sys.stderr)
with open(path("manifest.txt"), "w", encoding="utf-8") as out:
    for file_name in sorted(os.listdir(FOLDER)):
        if file_name.endswith((".h5", ".h5ad", ".mat", ".nc")):
            describe(file_name, out)
