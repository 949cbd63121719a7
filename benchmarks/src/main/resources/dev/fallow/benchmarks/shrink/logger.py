"""h5py, on the plan of the contenders in Java. Arguments: PLAN FILE OPTIONS. Copies the file after each session, and prints a
line for it: length, highest length after a commit, bytes written, bytes of the new elements as stored; separated by tabs."""
import os
import shutil
import sys

import numpy as np
import h5py

OPTIONS = {
    "default": {},
    "fsm": dict(fs_strategy="fsm", fs_persist=True),
    "page": dict(fs_strategy="page", fs_persist=True),
}


def written():
    """The bytes this process has written, as the system counts them; -1 if it does not."""
    try:
        with open("/proc/self/io") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("wchar"))
    except OSError:
        return -1


def noise(count, bits, seed):
    """As in Noise.java."""
    x = (np.arange(count, dtype="u4") + np.uint32(seed & 0xFFFFFFFF)) * np.uint32(0x9E3779B1)
    x ^= x >> np.uint32(15)
    x *= np.uint32(0x85EBCA77)
    x ^= x >> np.uint32(13)
    return (x >> np.uint32(32 - bits)).astype("i4")


def step(f, fields):
    """Does what a line says; returns the bytes of the new elements."""
    kind, path = fields[0], fields[1]
    if kind == "group":
        f.create_group(path)
    elif kind == "delete":
        del f[path]
    elif kind == "dataset":
        count, chunk, bits, seed = map(int, fields[2:])
        more = dict(chunks=(chunk,), shuffle=True, compression="gzip", compression_opts=1) if chunk else {}
        d = f.create_dataset(path, data=noise(count, bits, seed), **more)
        for i in range(4):
            d.attrs["a%d" % i] = float(seed + i)
        d.attrs["unit"] = np.bytes_("metre")
        return d.id.get_storage_size()
    return 0


def main():
    plan, path, options = sys.argv[1:]
    with open(plan) as lines:
        steps = [line.rstrip("\n").split("\t") for line in lines]
    f, sessions, highest, stored, before = None, 0, 0, 0, 0
    for fields in steps:
        if f is None:
            before, highest, stored = written(), 0, 0
            f = h5py.File(path, "r+") if sessions else h5py.File(path, "w", **OPTIONS[options])
        if fields[0] == "commit":
            f.flush()
            highest = max(highest, os.path.getsize(path))
        elif fields[0] == "restart":
            f.close()
            f = None
            spent, length = written() - before, os.path.getsize(path)
            print(length, max(highest, length), spent, stored, sep="\t", flush=True)
            shutil.copyfile(path, "%s.%d" % (path, sessions))
            sessions += 1
        else:
            stored += step(f, fields)


main()
