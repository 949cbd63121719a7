"""Writes files as the usual software does, each below 50 KB, and what that software reads from them.

usage: make.py FOLDER

cases.json has a list of tables: the file, the options of the read, the names of the columns and the rows. Numbers are numbers, NaN is
"NaN", infinity "Infinity", times are microseconds since 1970, bytes are hexadecimal, structs and arrays are lists. The rows are what h5py,
pandas, netCDF4, PyTables and anndata return, each for its own files. Those that are kept were made with h5py 3.16, pandas 2.3,
PyTables 3.11, netCDF4 1.7 and anndata 0.12; pandas-names.h5 with pandas 3.1.
"""

import json
import math
import os
import sys

import anndata
import h5py
import hdf5plugin
import netCDF4
import numpy as np
import pandas as pd
import scipy.sparse
import tables
import xarray

FOLDER = sys.argv[1]
CASES = []


def path(name):
    return os.path.join(FOLDER, name)


def plain(value):
    """A value as JSON."""
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, (np.datetime64, pd.Timestamp)):
        return int(pd.Timestamp(value).value // 1000)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (complex, np.complexfloating)):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return number if math.isfinite(number) else str(number).replace("nan", "NaN").replace("inf", "Infinity")
    if isinstance(value, np.void):
        return [plain(value[name]) for name in value.dtype.names] if value.dtype.names else bytes(value).hex()
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, str):
        return value
    return [plain(each) for each in value]


def case(file, names, rows, **options):
    CASES.append({"file": file, "options": options, "columns": names, "rows": [[plain(v) for v in row] for row in rows]})


def cells(array):
    return [list(index) + [array[index]] for index in np.ndindex(array.shape)]


def numbers(shape, dtype="f8", step=7, modulus=1001):
    return (np.arange(int(np.prod(shape))) * step % modulus).astype(dtype).reshape(shape)


def plain_h5py():
    name = "h5py.h5"
    with h5py.File(path(name), "w") as f:
        f.create_dataset("grid", data=numbers((7, 5), "i4"), chunks=(3, 2), compression="gzip", shuffle=True)
        f.create_dataset("cube", data=numbers((3, 4, 5), "f4"), chunks=(2, 2, 3), fletcher32=True)
        f.create_dataset("line", data=numbers((20,)), chunks=(6,), compression="lzf")
        f.create_dataset("contiguous", data=numbers((4, 6), "i8"))
        f.create_dataset("scalar", data=np.int16(-42))
        f.create_dataset("nothing", (0, 3), "i4", maxshape=(None, 3))
        part = f.create_dataset("filled", (10,), "f8", chunks=(3,), fillvalue=-1.5)
        part[4:6] = [1, math.nan]
        kinds = f.create_group("kinds")
        kinds["bool"] = np.arange(6) % 3 == 0
        kinds["int8"] = np.array([-128, 127, 0, 1, 2, 3], "i1")
        kinds["uint8"] = np.array([255, 0, 1, 2, 3, 4], "u1")
        kinds["uint16"] = np.array([65535, 0, 1, 2, 3, 4], "u2")
        kinds["uint32"] = np.array([2**32 - 1, 0, 1, 2, 3, 4], "u4")
        kinds["uint64"] = np.array([2**64 - 1, 2**63, 1, 2, 3, 4], "u8")
        kinds["big16"] = np.array([-2, 300, 1, 2, 3, 4], ">i2")
        kinds["big64"] = np.array([-(2**62), 300, 1, 2, 3, 4], ">i8")
        kinds["half"] = np.array([0.5, -2, 65504, math.inf, math.nan, 0], "f2")
        kinds["single"] = np.array([0.1, -2, 1e30, math.inf, math.nan, 0], "f4")
        kinds["bigdouble"] = np.array([0.1, -2, 1e300, math.inf, math.nan, 0], ">f8")
        kinds["complex"] = np.array([1 + 2j, 0, -1j, 3, 4, 5], "c16")
        kinds["fixed"] = np.array([b"a", b"", b"abcde", b"x y", b"b", b"c"], "S5")
        kinds.create_dataset("utf8", data=["\u00e9".encode(), b"", b"abc", b"d", b"e", b"f"], dtype=h5py.string_dtype(length=4))
        kinds.create_dataset("text", data=["", "\u00e9\u20ac\U0001f600", "c", "d", "e" * 300, "f"])
        kinds.create_dataset("enum", data=np.array([0, 7, 7, 0, 3, 0]), dtype=h5py.enum_dtype({"A": 0, "B": 7}, "i2"))
        ragged = kinds.create_dataset("ragged", (6,), h5py.vlen_dtype("i4"))
        for i in range(5):
            ragged[i] = np.arange(i)
        kinds["opaque"] = np.array([b"\x01\x02\x00", b"\xff\x00\x00"] * 3, "V3")
        kinds["other rank"] = numbers((2, 2))
        record = np.zeros(25, [("id", "<u4"), ("at", ">f4", (3,)), ("name", "S6"), ("in", [("x", "i1"), ("y", "f8", (2, 2))])])
        record["id"] = np.arange(25)
        record["at"] = numbers((25, 3))
        record["name"] = [b"n%d" % i for i in range(25)]
        record["in"]["x"] = np.arange(25) - 12
        record["in"]["y"] = numbers((25, 2, 2))
        f.create_dataset("records", data=record, chunks=(8,), compression="gzip")
        f.create_dataset("matrix of records", data=record[["id", "name"]][:6].reshape(2, 3))
        mixed = np.zeros(4, [("key", h5py.string_dtype()), ("value", "f8"), ("flag", h5py.enum_dtype({"FALSE": 0, "TRUE": 1}, "i1"))])
        mixed["key"] = ["a", "b\u00e9", "", "d"]
        mixed["value"] = [1, 2, math.nan, 4]
        mixed["flag"] = [1, 0, 1, 1]
        f.create_dataset("mixed", data=mixed)
        ordered = f.create_group("ordered", track_order=True)
        for column in "zxy":
            ordered.create_dataset(column, data=numbers((9,), "i4", ord(column)), chunks=(4,))
        uneven = f.create_group("uneven")
        uneven["a"] = numbers((3,))
        uneven["b"] = numbers((4,))
        scaled = f.create_dataset("scaled", data=numbers((3, 2), "f8"))
        f["x axis"] = np.array([10, 20, 30], "i2")
        f["x axis"].make_scale("x")
        scaled.dims[0].attach_scale(f["x axis"])
    with h5py.File(path(name)) as f:
        grid = f["grid"][:]
        case(name, ["i0", "i1", "value"], cells(grid), dataset="/grid")
        case(name, ["i0", "value"], [[i, row] for i, row in enumerate(grid)], dataset="grid", layout="rows")
        chunks = [(i, j) for i in range(0, 7, 3) for j in range(0, 5, 2)]
        boxes = [(c, grid[c[0] : c[0] + 3, c[1] : c[1] + 2]) for c in chunks]
        case(name, ["offset", "shape", "values"], [[c, b.shape, b.ravel()] for c, b in boxes], dataset="grid", layout="arrays")
        for each in ("cube", "line", "contiguous", "filled", "nothing"):
            array = f[each][:]
            case(name, ["i%d" % d for d in range(array.ndim)] + ["value"], cells(array), dataset=each)
        case(name, ["i0", "value"], [[i, row] for i, row in enumerate(f["cube"][:])], dataset="cube", layout="rows")
        case(name, ["value"], [[f["scalar"][()]]], dataset="scalar")
        columns = [k for k in f["kinds"] if f["kinds"][k].ndim == 1]
        values = {k: list(f["kinds"][k][:]) for k in columns}
        values["enum"] = [{0: "A", 7: "B"}.get(v, str(v)) for v in values["enum"]]
        case(name, columns, zip(*values.values()), dataset="kinds")
        case(name, ["text", "int8"], zip(values["text"], values["int8"]), dataset="kinds", columns="text, int8")
        case(name, list(f["records"].dtype.names), f["records"][:], dataset="records")
        case(name, ["i0", "value"], [[i, v] for i, v in enumerate(f["records"][:])], dataset="records", layout="cells")
        case(name, ["i0", "i1", "value"], cells(f["matrix of records"][:]), dataset="matrix of records")
        case(name, list(f["mixed"].dtype.names), [[k, v, bool(b)] for k, v, b in f["mixed"][:]], dataset="mixed")
        case(name, list("zxy"), zip(*(f["ordered"][c][:] for c in "zxy")), dataset="ordered")
        axis = f["x axis"][:]
        case(name, ["i0", "i1", "x axis", "value"], [[i, j, axis[i], v] for i, j, v in cells(f["scaled"][:])], dataset="scaled")


def netcdf():
    name = "netcdf.nc"
    with netCDF4.Dataset(path(name), "w") as f:
        f.createDimension("time", None)
        f.createDimension("lat", 4)
        f.createDimension("lon", 3)
        f.createDimension("bounds", 2)
        f.createVariable("time", "f8", ("time",))[:] = [0, 6, 12, 18, 24]
        f.createVariable("lat", "f4", ("lat",))[:] = [60, 45.5, 30, 15]
        f.createVariable("lon", "i2", ("lon",))[:] = [-10, 0, 10]
        group = f.createGroup("model")
        options = {"zlib": True, "chunksizes": (2, 2, 3)}
        group.createVariable("t2m", "f4", ("time", "lat", "lon"), **options)[:] = numbers((5, 4, 3), "f4")
        f.createVariable("edges", "f8", ("lon", "bounds"))[:] = numbers((3, 2))
    with netCDF4.Dataset(path(name)) as f:
        time, lat, lon = f["time"][:].data, f["lat"][:].data, f["lon"][:].data
        rows = [[i, j, k, time[i], lat[j], lon[k], v] for i, j, k, v in cells(f["model/t2m"][:].data)]
        case(name, ["i0", "i1", "i2", "time", "lat", "lon", "value"], rows, dataset="/model/t2m")
        rows = [[i, j, lon[i], v] for i, j, v in cells(f["edges"][:].data)]
        case(name, ["i0", "i1", "lon", "value"], rows, dataset="edges")


def netcdf_packed():
    """Packed numbers, with missing ones: the expectation is what xarray decodes, with missing as null."""
    name = "packed.nc"
    with netCDF4.Dataset(path(name), "w") as f:
        f.set_auto_maskandscale(False)
        f.createDimension("x", 6)
        f.createDimension("y", 2)
        def variable(name, kind, dimensions, values, fill=None, **attributes):
            v = f.createVariable(name, kind, dimensions, fill_value=fill)
            v.set_auto_maskandscale(False)
            v.setncatts(attributes)
            v[:] = values
        variable("x", "i2", ("x",), [0, 1, 2, 3, 4, 5], None, scale_factor=0.5, add_offset=10.0)
        temperature = np.array([[100, -999], [300, 400], [-32768, 0], [7, 8], [9, 10], [-1, 11]], "i2")
        variable("t", "i2", ("x", "y"), temperature, -32768, scale_factor=0.01, add_offset=273.15, missing_value=np.int16(-999))
        bytes_ = np.array([0, 100, -1, -128, 5, -2], "i1")
        variable("bytes", "i1", ("x",), bytes_, -1, _Unsigned="true", scale_factor=2.0)
        variable("counts", "i4", ("x",), np.array([1, 2, -9, 4, 5, 6], "i4"), -9)
        variable("ratio", "f4", ("x",), np.array([0.5, 1e20, 2.5, math.nan, 4, 5], "f4"), np.float32(1e20))
    with xarray.open_dataset(path(name)) as f:
        absent = lambda v: None if math.isnan(v) else float(v)
        x, t = f["x"].values, f["t"].values
        rows = [[i, j, float(x[i]), absent(v)] for i, j, v in cells(t)]
        case(name, ["i0", "i1", "x", "value"], rows, dataset="t")
        for each, plain_type in (("bytes", float), ("counts", int), ("ratio", float)):
            values = [None if math.isnan(v) else plain_type(v) for v in f[each].values]
            if each == "ratio":
                values[3] = math.nan  # is not what is missing
            case(name, ["i0", "x", "value"], [[i, float(x[i]), v] for i, v in enumerate(values)], dataset=each)
    with h5py.File(path(name)) as f:
        rows = [[i, int(f["x"][i]), int(v)] for i, v in enumerate(f["bytes"][:])]
        case(name, ["i0", "x", "value"], rows, dataset="bytes", decodeCf="false")


def netcdf_times():
    """Times: the expectation is what xarray decodes, NaT as null; numbers with the calendar noleap, which are no dates of Spark."""
    name = "times.nc"
    with netCDF4.Dataset(path(name), "w") as f:
        f.set_auto_maskandscale(False)
        f.createDimension("time", 5)
        def variable(name, kind, values, fill=None, **attributes):
            v = f.createVariable(name, kind, ("time",), fill_value=fill)
            v.set_auto_maskandscale(False)
            v.setncatts(attributes)
            v[:] = values
        variable("time", "i4", [0, 6, 12, 18, -24], units="hours since 2000-02-29 06:00:00 +01:30", calendar="standard")
        variable("days", "f8", [0.5, math.nan, 1e-6, 20000.123456789, -0.25], math.nan, units="days since 1970-01-01")
        variable("millis", "i8", [1, -9, 86400001, -1, 0], -9, units="milliseconds since 1900-01-01", calendar="proleptic_gregorian")
        variable("packed", "i2", [0, 1, 2, -1, 9], 9, units="minutes since 1985-05-05 12:00", scale_factor=0.25, add_offset=10.0)
        variable("leapless", "i4", [0, 1, 2, 3, 4], units="days since 2001-01-01", calendar="noleap")
        variable("length", "i4", [0, 1, 2, 3, 4], units="metres")
    names = ["time", "days", "millis", "packed", "leapless", "length"]
    with xarray.open_dataset(path(name)) as f, xarray.open_dataset(path(name), decode_times=False) as raw:
        micros = lambda values: [None if np.isnat(v) else int(pd.Timestamp(v).round("us").value // 1000) for v in values]
        columns = [raw[n].values if n in ("leapless", "length") else micros(f[n].values) for n in names]
        case(name, names, zip(*columns), dataset="/")
        rows = [[i, t, d] for i, (t, d) in enumerate(zip(columns[0], columns[1]))]
        case(name, ["i0", "time", "value"], rows, dataset="days")
    with h5py.File(path(name)) as f:
        raw_names = ["millis", "packed", "time"]
        rows = zip(*[f[n][:] for n in raw_names])
        case(name, raw_names, rows, dataset="/", columns=",".join(raw_names), decodeCf="false")


def grids():
    """Variables of one grid as columns of one table."""
    name = "grids.nc"
    with xarray.Dataset(
        {
            "t": (("y", "x"), numbers((3, 4), "i2"), {"scale_factor": 0.5}),
            "p": (("y", "x"), numbers((3, 4), "f4", 3)),
            "line": (("x",), numbers((4,))),
        },
        {"y": [10.0, 20.0, 30.0], "x": [1, 2, 3, 4]},
    ) as f:
        f.to_netcdf(path(name))
    with xarray.open_dataset(path(name)) as f:
        rows = [
            [i, j, f.y.values[i], f.x.values[j], f.t.values[i, j], f.p.values[i, j]] for i in range(3) for j in range(4)
        ]
        case(name, ["i0", "i1", "y", "x", "t", "p"], rows, dataset="/", columns="t, p")


def pytables():
    name = "pytables.h5"

    class Row(tables.IsDescription):
        number = tables.Int64Col(pos=0)
        weight = tables.Float32Col(pos=1)
        name = tables.StringCol(8, pos=2)
        good = tables.BoolCol(pos=3)
        vector = tables.UInt16Col(shape=(3,), pos=4)
        kind = tables.EnumCol(["red", "green"], "red", base="uint8", pos=5)

        class inner(tables.IsDescription):
            _v_pos = 6
            x = tables.Float64Col()

    with tables.open_file(path(name), "w") as f:
        table = f.create_table("/", "events", Row, chunkshape=16, filters=tables.Filters(5, "zlib"))
        for i in range(40):
            row = table.row
            row["number"], row["weight"], row["name"], row["good"] = i * 2**40, i / 3, "n%d" % i, i % 2
            row["vector"], row["kind"], row["inner/x"] = [i, i + 1, i + 2], i % 2, -i
            row.append()
    with tables.open_file(path(name)) as f:
        rows = []
        for row in f.root.events[:]:
            values = list(row)
            values[5] = f.root.events.get_enum("kind")(int(values[5]))
            rows.append(values)
        case(name, f.root.events.colnames, rows, dataset="/events")


def pandas_store():
    name = "pandas.h5"
    frame = pd.DataFrame(
        {
            "number": numbers((30,), "i8"),
            "ratio": numbers((30,)) / 7,
            "single": numbers((30,), "f4"),
            "other": numbers((30,)) / 9,
            "text": ["text \u00e9 %d" % (i % 7) for i in range(30)],
            "when": pd.date_range("2020-02-03 04:05:06.789", periods=30, freq="37min"),
            "good": numbers((30,), "i8") % 2 == 0,
            "kind": pd.Categorical(["red", "green", "blue"] * 10),
        }
    )
    frame.loc[3, "text"] = None
    frame.loc[4, "when"] = None
    frame.loc[5, "ratio"] = None
    store = pd.HDFStore(path(name), "w", complevel=4, complib="zlib")
    store.append("frame", frame, data_columns=["number", "kind"], index=False, expectedrows=30)
    series = pd.Series(numbers((10,)), index=pd.date_range("1969-12-31", periods=10, freq="h"), name="s")
    store.append("deep/series", series, index=False, expectedrows=30)
    store.close()
    back = pd.read_hdf(path(name), "frame")
    rows = [[i] + [None if isinstance(v, float) and c == "text" else v for c, v in row.items()] for i, row in back.iterrows()]
    case(name, ["index"] + list(back.columns), rows, dataset="frame")
    back = pd.read_hdf(path(name), "deep/series")
    case(name, ["index", back.name], zip(back.index, back.values), dataset="deep/series")


def pandas_fixed():
    """The format that to_hdf has by default."""
    name = "pandas-fixed.h5"
    frame = pd.DataFrame(
        {
            "number": numbers((6,), "i8"),
            "ratio": numbers((6,)) / 7,
            "single": numbers((6,), "f4"),
            "\u00e9": numbers((6,)) / 9,
            "when": pd.date_range("2020-02-03 04:05:06.789", periods=6, freq="37min"),
            "good": numbers((6,), "i8") % 2 == 0,
        }
    )
    frame.loc[4, "when"] = None
    frame.loc[5, "ratio"] = None
    named = pd.DataFrame(numbers((3, 2), "i4"), index=["u", "v", "w"])
    named.index.name = "name"
    series = pd.Series(numbers((5,)), index=pd.date_range("1969-12-31", periods=5, freq="h"), name="s")
    frame.to_hdf(path(name), key="frame", mode="w")
    named.to_hdf(path(name), key="named")
    frame[:0][["number", "ratio"]].to_hdf(path(name), key="empty")
    series.to_hdf(path(name), key="deep/series")
    for key, index in (("frame", "index"), ("named", "name"), ("empty", "index"), ("deep/series", "index")):
        back = pd.read_hdf(path(name), key)
        if isinstance(back, pd.Series):
            case(name, [index, back.name], zip(back.index, back.values), dataset=key)
            continue
        case(name, [index] + [str(c) for c in back.columns], back.itertuples(name=None), dataset=key)
    back = pd.read_hdf(path(name), "frame")
    case(name, ["good", "ratio"], zip(back["good"], back["ratio"]), dataset="frame", columns="good, ratio")


def pandas_names():
    """Names that pickle escapes: of characters beyond ASCII, with a backslash, with a line end, of numbers."""
    name = "pandas-names.h5"
    kinds = {"\u00e9": "f8", "\u540d": "f8", "a\\b": "i8", "x\ny": "i8", 5: "i8", "\U0001f600": "i8", "\u00c3\u00a9": "f8"}
    frame = pd.DataFrame({column: numbers((4,), kind, step) for step, (column, kind) in enumerate(kinds.items(), 1)})
    store = pd.HDFStore(path(name), "w", complevel=4, complib="zlib")
    store.append("frame", frame, index=False, expectedrows=4)
    store.close()
    back = pd.read_hdf(path(name), "frame")
    case(name, ["index"] + [str(column) for column in back.columns], back.itertuples(name=None), dataset="frame")


def pandas_categories():
    """Categories without data columns, whose values are in groups named after the blocks of values."""
    name = "pandas-categories.h5"
    days = pd.to_datetime(["2020-02-03", None, "1969-12-31", "2020-02-03", None, "2021-01-01"])
    frame = pd.DataFrame(
        {
            "n": numbers((6,), "i8"),
            "color": pd.Categorical(["red", "green", None, "bl\u00e9", "red", "green"]),
            "half": numbers((6,)) / 2,
            "level": pd.Categorical([3, 1, 2, 3, None, 1]),
            "ratio": pd.Categorical([0.5, 1.5, 0.5, None, 1.5, 0.5]),
            "day": pd.Categorical(days),
        }
    )
    large = path("large-" + name)
    frame.to_hdf(large, key="frame", format="table", mode="w", complevel=9, complib="zlib")
    series = pd.Series(pd.Categorical(["u", "v", None, "u"]), name="kind")
    series.to_hdf(large, key="series", format="table", complevel=9, complib="zlib")
    with tables.open_file(large, "a") as f:  # without the indexes, which are large
        for table in f.walk_nodes("/", "Table"):
            for column in [each for each, indexed in table.colindexed.items() if indexed]:
                table.cols._f_col(column).remove_index()
        f.copy_file(path(name), overwrite=True)
    os.remove(large)
    plain_value = lambda v: None if pd.isna(v) else v
    back = pd.read_hdf(path(name), "frame").astype(object)
    rows = [[i] + [plain_value(v) for v in row] for i, row in zip(back.index, back.values)]
    case(name, ["index"] + list(back.columns), rows, dataset="frame")
    back = pd.read_hdf(path(name), "series").astype(object)
    case(name, ["index", back.name], [[i, plain_value(v)] for i, v in back.items()], dataset="series")


def ann():
    name = "anndata.h5ad"
    data = anndata.AnnData(np.eye(12, 3, dtype="f4"))
    data.obs_names = ["cell %d" % i for i in range(12)]
    data.obs["count"] = np.arange(12) * 3
    data.obs["kind"] = pd.Categorical(["T", "B", None, "NK"] * 3)
    data.obs["level"] = pd.Categorical(np.arange(12) % 2 + 0.5)
    data.obs["text"] = ["t%d" % (i % 11) for i in range(12)]
    data.obs["perhaps"] = pd.array([1, None, 3, 4] * 3, dtype="Int64")
    data.obs["good"] = pd.array([True, None, False] * 4, dtype="boolean")
    data.strings_to_categoricals = lambda *unused: None
    data.write_h5ad(path(name))
    back = anndata.read_h5ad(path(name)).obs
    missing = lambda v: None if isinstance(v, float) and math.isnan(v) else v
    rows = [[i] + [missing(v) for v in row.array] for i, row in back.astype(object).iterrows()]
    case(name, ["_index"] + list(back.columns), rows, dataset="obs")

    name = "anndata-old.h5ad"  # as versions before 0.8 wrote it
    with h5py.File(path(name), "w") as f:
        obs = f.create_group("obs")
        obs.attrs.update({"encoding-type": "dataframe", "encoding-version": "0.1.0", "_index": "names"})
        obs.attrs["column-order"] = ["kind", "n"]
        obs.create_dataset("names", data=["c%d" % i for i in range(5)])
        obs["n"] = np.arange(5)
        obs["kind"] = np.array([1, 0, -1, 1, 0], "i1")
        obs.create_dataset("__categories/kind", data=["low", "high"])
        obs["kind"].attrs["categories"] = obs["__categories/kind"].ref
    kinds = ["high", "low", None, "high", "low"]
    case(name, ["names", "kind", "n"], [["c%d" % i, kinds[i], i] for i in range(5)], dataset="obs")


def ann_matrix():
    """The matrices of AnnData, dense and sparse, with the names of rows and columns."""
    name = "anndata-sparse.h5ad"
    dense = numbers((5, 4), "f4", 3, 7) * (numbers((5, 4), "i4", 5, 3) == 0)
    data = anndata.AnnData(scipy.sparse.csr_matrix(dense))
    data.obs_names = ["cell %d" % i for i in range(5)]
    data.var_names = ["gene \u00e9%d" % i for i in range(4)]
    data.layers["columns"] = scipy.sparse.csc_matrix(dense)
    data.layers["dense"] = dense
    data.write_h5ad(path(name))
    back = anndata.read_h5ad(path(name))
    names = ["i0", "i1", "obs", "var", "value"]
    triple = lambda i, j, value: [i, j, back.obs_names[i], back.var_names[j], value]
    for place, matrix in (("X", back.X), ("layers/columns", back.layers["columns"])):
        stored = matrix.tocoo()
        case(name, names, [triple(i, j, v) for i, j, v in zip(stored.row, stored.col, stored.data)], dataset=place)
    dense = back.layers["dense"]
    case(name, names, [triple(i, j, dense[i, j]) for i, j in np.ndindex(dense.shape)], dataset="layers/dense")


def unreadable():
    """With a filter that is not supported."""
    with h5py.File(path("unreadable.h5"), "w") as f:
        f.create_dataset("grid", data=numbers((7, 5), "i4"), chunks=(7, 5), compression=hdf5plugin.Zfp(reversible=True))


plain_h5py()
netcdf()
netcdf_packed()
netcdf_times()
grids()
pytables()
pandas_store()
pandas_fixed()
pandas_names()
pandas_categories()
ann()
ann_matrix()
unreadable()
with open(path("cases.json"), "w") as out:
    json.dump({"cases": CASES}, out, separators=(",", ":"))
