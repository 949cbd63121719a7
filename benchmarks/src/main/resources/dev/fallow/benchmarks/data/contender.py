"""h5py, on the same work as the contenders in Java. Arguments: WORKS SIZES FOLDER LAPS [SETTING], or probe. Prints lines of
fields that are separated by tabs: version, lap, round, memory. CPU time is that of this process, all threads. With the
setting forced, written files are forced to the medium; with fsm or page, rewritten files have this strategy, and store
their free space."""
import gc
import os
import resource
import shutil
import sys
import threading
import time

import numpy as np
import h5py

try:
    import hdf5plugin
except ImportError:
    hdf5plugin = None

# Several laps of short works are repeated until they took so many seconds, at most so many times as many, as in DataChild.
ENOUGH, MOST = 15, 8
NAME, CHUNK, SLICE, COLUMNS, APPENDED_CHUNK, SMALL_CHUNK, DELETED_CHUNK = "d", 256, 100, 8, 1024, 8, 64

SKIES = ("CLEAR", "CLOUDY", "RAIN", "SNOW", "FOG")


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def say(*fields):
    print(*fields, sep="\t", flush=True)


def force(path):
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.close(file)


def version():
    text = "h5py %s, libhdf5 %s" % (h5py.version.version, h5py.version.hdf5_version)
    return text + (", hdf5plugin " + hdf5plugin.version if hdf5plugin else "")


def options(codec):
    if codec == "none":
        return {}
    if codec.startswith("deflate"):
        return dict(shuffle=True, compression="gzip", compression_opts=int(codec[-1]))
    if codec == "lz4":
        return dict(shuffle=True, **hdf5plugin.LZ4())
    if codec == "zstd":
        return dict(shuffle=True, **hdf5plugin.Zstd(clevel=3))
    return dict(**hdf5plugin.Blosc(cname="lz4", clevel=5, shuffle=1))


class Work:
    def __init__(self, sizes, folder, strategy):
        self.sizes, self.folder, self.strategy = sizes, folder, strategy
        self.data, self.target, self.places = None, None, None

    def field(self):
        if self.data is None:
            shape = (self.sizes["rows"], self.sizes["columns"])
            self.data = np.fromfile(self.folder + "/field.f32", "<f4", shape[0] * shape[1]).reshape(shape)
        return self.data

    def doubles(self):
        if self.data is None:
            count = self.sizes["doubles"]
            self.data = (np.arange(count, dtype="i8") * 7919 % 1000003).astype("f8")
        return self.data

    def corners(self):
        if self.places is None:
            with open(self.folder + "/slices.txt") as lines:
                self.places = [tuple(map(int, line.split())) for line in lines]
        return self.places

    def positions(self):
        number, positions = 12345, []
        for _ in range(self.sizes["slices"]):
            number = (number * 1103515245 + 12345) % 2147483648
            positions.append(number % (SMALL_CHUNK * self.sizes["chunks"]))
        return positions

    def prepare(self, kind, more):
        """What is not measured."""
        if kind in ("WRITE_FIELD",):
            self.field()
        elif kind in ("WRITE_DOUBLES", "OVERWRITE_DOUBLES"):
            self.doubles()
        elif kind == "READ_FIELD" and self.target is None:
            self.target = np.zeros((self.sizes["rows"], self.sizes["columns"]), "<f4")
        elif kind == "READ_DOUBLES" and self.target is None:
            self.target = np.zeros(self.sizes["doubles"], "<f8")
        elif kind in ("WRITE_NUMBERS", "READ_NUMBERS") and self.data is None:
            values, dtype = np.arange(101), {"boolean": "?", "string": "S32"}.get(more, more.split("-")[0])
            if more == "boolean":
                values %= 2
            elif more.startswith("enum"):
                values, dtype = values % len(SKIES), h5py.enum_dtype({n: i for i, n in enumerate(SKIES)}, "i4")
            elif more == "string":
                values = np.array([b"station %d of the network" % value for value in values])
            values = values.astype(dtype)
            self.data = np.resize(values, self.sizes["doubles"] * 8 // values.itemsize).view(values.dtype)
            if kind == "READ_NUMBERS":
                self.clear()
        elif kind in ("SLICES", "TWO_READERS"):
            self.corners()

    def clear(self):
        self.data[:] = b"" if self.data.dtype.kind == "S" else 0

    def slices(self, path, corners):
        total = 0.0
        with h5py.File(path, "r") as f:
            d = f[NAME]
            for i, j in corners:
                total += float(d[i : i + SLICE, j : j + SLICE][3, 5])
        return total

    def append(self, path, per_call):
        rows = self.sizes["appended"]
        value = np.ascontiguousarray(np.arange(float(COLUMNS)) + np.zeros((per_call, 1)))
        with h5py.File(path, "w", libver="v110") as f:
            d = f.create_dataset(
                NAME, (0, COLUMNS), maxshape=(None, COLUMNS), chunks=(APPENDED_CHUNK, COLUMNS), dtype="f8"
            ).id
            memory = h5py.h5s.create_simple((per_call, COLUMNS))
            space = h5py.h5s.create_simple((rows, COLUMNS))
            for k in range(0, rows, per_call):
                d.set_extent((k + per_call, COLUMNS))
                space.set_extent_simple((k + per_call, COLUMNS))
                space.select_hyperslab((k, 0), (per_call, COLUMNS))
                d.write(memory, space, value)

    def elements(self, path, positions):
        with h5py.File(path, "r") as f:
            d = f[NAME]
            return sum(int(d[k]) for k in positions)

    def run(self, kind, codec, more, path):
        """What is measured; returns the answer, if it is known at once."""
        if kind == "WRITE_DOUBLES":
            with h5py.File(path, "w") as f:
                f.create_dataset(NAME, data=self.data)
        elif kind == "OVERWRITE_DOUBLES":
            with h5py.File(path, "r+") as f:
                f[NAME][...] = self.data
        elif kind == "WRITE_FIELD":
            with h5py.File(path, "w") as f:
                f.create_dataset(NAME, data=self.data, chunks=(CHUNK, CHUNK), **options(codec))
        elif kind == "WRITE_NUMBERS":
            with h5py.File(path, "w") as f:
                f.create_dataset(NAME, data=self.data, chunks=(CHUNK * CHUNK * 4 // self.data.itemsize,))
        elif kind == "READ_NUMBERS":
            with h5py.File(path, "r") as f:
                f[NAME].read_direct(self.data)
        elif kind in ("READ_DOUBLES", "READ_FIELD"):
            with h5py.File(path, "r") as f:
                f[NAME].read_direct(self.target)
        elif kind == "SLICES":
            return self.slices(path, self.places)
        elif kind == "TWO_READERS":
            half, sums = len(self.places) // 2, [0.0, 0.0]

            def part(number, corners):
                sums[number] = self.slices(path, corners)

            threads = [
                threading.Thread(target=part, args=(0, self.places[:half])),
                threading.Thread(target=part, args=(1, self.places[half:])),
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return sum(sums)
        elif kind == "APPEND":
            self.append(path, int(more))
        elif kind in ("WRITE_CHUNKS", "WRITE_DELETABLE"):
            small = kind == "WRITE_CHUNKS"
            count = self.sizes["chunks"] * SMALL_CHUNK if small else self.sizes["deleted"] * DELETED_CHUNK
            with h5py.File(path, "w", libver="earliest" if more == "tree" else "v110") as f:
                d = f.create_dataset(
                    NAME, (count,), maxshape=(None,), chunks=(SMALL_CHUNK if small else DELETED_CHUNK,),
                    dtype="u1" if small else "f4",
                )
                d[...] = 1
                if not small:
                    f.create_dataset("z", data=np.zeros(10))
        elif kind == "FIRST_ELEMENT":
            return self.elements(path, [0])
        elif kind == "LIST_CHUNKS":
            found = []
            with h5py.File(path, "r") as f:
                f[NAME].id.chunk_iter(lambda chunk: found.append(chunk.byte_offset))
            return len(found)
        elif kind == "RANDOM_ELEMENTS":
            return self.elements(path, self.positions())
        elif kind == "ALL_ELEMENTS":
            with h5py.File(path, "r") as f:
                return int(f[NAME][...].sum())
        elif kind == "DELETE":
            with h5py.File(path, "r+") as f:
                del f[NAME]
        return None

    def answer(self, kind, path):
        if kind == "READ_FIELD":
            answer = float(self.target[::97, ::101].astype("f8").sum())
            self.target[:] = 0
            return answer
        if kind == "READ_NUMBERS":
            some = self.data[::1009]
            answer = sum(float(text.split()[1]) for text in some) if some.dtype.kind == "S" else some.astype("f8").sum()
            self.clear()
            return float(answer)
        if kind == "READ_DOUBLES":
            answer = float(self.target[::1009].sum())
            self.target[:] = 0
            return answer
        return 0

    def churn(self, name, more, path):
        """Compressed chunks of changing sizes; only the writes are measured."""
        growing, reopened = "grow" in more, "reopened" in more
        side, chunk, rounds = 1024, 64, self.sizes["rounds"]
        random = np.random.default_rng(11)
        base = np.arange(side * side, dtype="i4").reshape(side, side)
        f = h5py.File(path, "w", **self.strategy)
        f.create_dataset(NAME, (side, side), chunks=(chunk, chunk), dtype="f4", compression="gzip",
                         compression_opts=1, shuffle=True)
        spent, wall = 0.0, 0.0
        for number in range(rounds):
            bits = random.integers(0, 21, (side // chunk, side // chunk))
            noise = random.integers(0, 1 << 20, (side, side), dtype="i4")
            if growing:
                values = (noise % max(1, int(2 ** (20 * (number + 1) / rounds)))).astype("f4")
            else:
                mask = np.kron((1 << bits) - 1, np.ones((chunk, chunk), "i4")).astype("i4")
                values = (base & ~mask | noise & mask).astype("f4")
            before, clock = cpu(), time.time()
            f[NAME][...] = values
            highest = os.path.getsize(path)
            if reopened:
                f.close()
                f = h5py.File(path, "r+")
            else:
                f.flush()
            spent, wall = spent + cpu() - before, wall + time.time() - clock
            committed = os.path.getsize(path)
            say("round", name, number, max(highest, committed), committed, f[NAME].id.get_storage_size())
        f.close()
        closed = os.path.getsize(path)
        say("round", name, rounds, closed, closed, h5py.File(path, "r")[NAME].id.get_storage_size())
        say("lap", name, spent, wall, 0, os.path.getsize(path))


def main():
    if sys.argv[1] == "probe":
        say("version", version())
        say("plugin", hdf5plugin is not None)
        return
    sizes = dict((k, int(v)) for k, v in (pair.split("=") for pair in sys.argv[2].split(",")))
    folder, laps, setting = sys.argv[3], int(sys.argv[4]), "".join(sys.argv[5:])
    forced = setting == "forced"
    strategy = {} if forced or not setting else dict(fs_strategy=setting, fs_persist=True)
    say("version", version() + (", forced" if forced else "") + "".join(", %s=%s" % pair for pair in strategy.items()))
    for one in sys.argv[1].split(","):
        name, kind, codec, more, source, path, repeats = one.split(":", 6)
        path, source, repeats = folder + "/" + path, folder + "/" + source, int(repeats)
        work = Work(sizes, folder, strategy)
        if kind == "CHURN":
            work.churn(name, more, path)
            continue
        lap, total = -1, 0
        while lap + 1 < laps or 1 < laps and lap + 1 < MOST * laps and total < ENOUGH:
            lap += 1
            reads = kind not in ("WRITE_DOUBLES", "OVERWRITE_DOUBLES", "WRITE_FIELD", "WRITE_NUMBERS", "APPEND",
                                 "WRITE_CHUNKS",
                                 "WRITE_DELETABLE", "DELETE")
            if kind == "DELETE" or kind == "OVERWRITE_DOUBLES" and lap == 0:
                shutil.copyfile(source, path)
            elif not reads and kind != "OVERWRITE_DOUBLES" and os.path.exists(path):
                os.remove(path)
            work.prepare(kind, more)
            gc.collect()
            before, clock = cpu(), time.time()
            for _ in range(repeats):
                answer = work.run(kind, codec, more, source if reads else path)
                if forced:
                    force(path)
            spent, wall = (cpu() - before) / repeats, (time.time() - clock) / repeats
            total += wall * repeats
            if answer is None:
                answer = work.answer(kind, path)
            say("lap", name, spent, wall, answer, os.path.getsize(source if reads else path))
    say("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


main()
