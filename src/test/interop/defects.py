#!/usr/bin/env python3
"""Shows defects of libhdf5 that the random sessions met, with files that libhdf5 alone has written.

    defects.py

Each case runs in a process of its own, because it may crash. A line says what happened with the libhdf5 of this h5py: "works", the
error, or the signal. RandomSessionsTest leaves out what they would spoil. Needs h5py, as a wheel for the second case.
"""

import ctypes
import glob
import multiprocessing
import os
import signal
import sys
import tempfile

import h5py
import numpy as np
from h5py import h5d, h5f, h5g, h5p, h5s, h5t


def freed_beside_free(path):
    """A direct block of a fractal heap becomes empty beside a run of free ones, and then another block of the run is used.

    The run was read from the file, and its indirect block is not counted as used until a row of it is. The new free block is
    counted. They are merged, but the other rows remain as they were read: using one of them counts the indirect block a second
    time, so that it and the heap's header are never released.
    """
    with h5py.File(path, "w", libver="latest") as file:
        group = file.create_group("g")
        for i in range(9):
            group.attrs["a%d" % i] = np.zeros(64, "u1")
        for i in range(2):
            group.attrs["b%d" % i] = np.zeros(440, "u1")  # in a block of 1,024 bytes
        group.attrs["big"] = np.zeros(3900, "u1")  # in the first block of 4,096 bytes; those before it are free
    file = h5py.File(path, "r+", libver="latest")
    for i in range(2):
        del file["g"].attrs["b%d" % i]
    file["g"].attrs["c"] = np.zeros(1900, "u1")  # in the last block of 2,048 bytes
    file.close()


def long_shared_datatype(path):
    """A file with shared messages: a dataset with a compound of 14 members is created, and deleted before the file is closed."""
    wheel = os.path.join(os.path.dirname(os.path.dirname(h5py.__file__)), "h5py.libs", "libhdf5-*")
    library = ctypes.CDLL(glob.glob(wheel)[0])
    creation = h5p.create(h5p.FILE_CREATE)
    identifier = ctypes.c_int64(creation.id)
    datatypes = ctypes.c_uint(1 << 3)
    one = ctypes.c_uint(1)
    assert library.H5Pset_shared_mesg_nindexes(identifier, one) >= 0
    assert library.H5Pset_shared_mesg_index(identifier, ctypes.c_uint(0), datatypes, one) >= 0
    file = h5f.create(path.encode(), h5f.ACC_TRUNC, creation)
    compound = h5t.create(h5t.COMPOUND, 4 * 14)
    for i in range(14):
        compound.insert(b"m%02d" % i, 4 * i, h5t.STD_I32LE)
    h5d.create(file, b"dataset", compound, h5s.create(h5s.SCALAR))
    h5g.open(file, b"/").unlink(b"dataset")
    file.close()


def run(case, path):
    try:
        case(path)
        print("works", flush=True)
    except Exception as error:
        print(error, flush=True)
    os._exit(0)  # what libhdf5 does when it ends is not the question


def main():
    print("libhdf5", h5py.version.hdf5_version)
    with tempfile.TemporaryDirectory() as folder:
        for case in (freed_beside_free, long_shared_datatype):
            print("%s: " % case.__name__, end="", flush=True)
            path = os.path.join(folder, case.__name__ + ".h5")
            process = multiprocessing.get_context("fork").Process(target=run, args=(case, path))
            process.start()
            process.join(60)
            if process.is_alive():
                process.kill()
                print("does not end")
            elif process.exitcode < 0:
                print(signal.Signals(-process.exitcode).name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
