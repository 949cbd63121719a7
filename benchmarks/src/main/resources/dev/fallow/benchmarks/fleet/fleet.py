"""Reads a file of the fleet benchmark with h5py, in threads or processes, and makes large sparse files.

fleet.py read FILE KIND WORKERS SECONDS OBJECTS   KIND: threads, processes. Prints operations per second for each work.
fleet.py make FILE LAYOUT DATASETS BYTES          LAYOUT: earliest, latest, or the size of a page.
"""
import multiprocessing
import random
import sys
import threading
import time

import h5py
import numpy

IN_GROUP = 100


def small(file, chance, objects):
    number = chance.randrange(objects)
    dataset = file["g%d/d%d" % (number // IN_GROUP, number % IN_GROUP)]
    assert dataset[()][0] == number and dataset.attrs["number"] == number


def listing(file, chance, objects):
    group = file["g%d" % chance.randrange(objects // IN_GROUP)]
    assert sum(1 for name in group if isinstance(group[name], h5py.Dataset)) == IN_GROUP


def slices(file, chance, objects):
    dataset = file["chunked"]
    row, column = chance.randrange(dataset.shape[0] - 100), chance.randrange(dataset.shape[1] - 100)
    assert dataset[row:row + 100, column:column + 100][0, 0] == row * dataset.shape[1] + column


WORKS = {"small": small, "list": listing, "slices": slices}


def work(file, name, seconds, objects, seed, done):
    chance, count = random.Random(seed), 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        WORKS[name](file, chance, objects)
        count += 1
    done.put(count)


def process(path, name, seconds, objects, seed, start, done):
    with h5py.File(path, "r") as file:
        small(file, random.Random(0), objects)
        start.wait()
        work(file, name, seconds, objects, seed, done)


def read(path, kind, workers, seconds, objects):
    for name in WORKS:
        done = multiprocessing.Queue()
        if kind == "threads":
            with h5py.File(path, "r") as file:
                running = [threading.Thread(target=work, args=(file, name, seconds, objects, i, done))
                           for i in range(workers)]
                for each in running:
                    each.start()
                counts = [done.get() for each in running]
                for each in running:
                    each.join()
        else:
            start = multiprocessing.Barrier(workers)
            running = [multiprocessing.Process(target=process, args=(path, name, seconds, objects, i, start, done))
                       for i in range(workers)]
            for each in running:
                each.start()
            counts = [done.get() for each in running]
            for each in running:
                each.join()
        print("%s\t%f" % (name, sum(counts) / seconds))


def make(path, layout, datasets, size):
    options = {"libver": layout} if layout in ("earliest", "latest") else {
        "libver": "latest", "fs_strategy": "page", "fs_page_size": int(layout)}
    with h5py.File(path, "w", **options) as file:
        for i in range(datasets):
            creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            creation.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
            creation.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
            space = h5py.h5s.create_simple((size // datasets // 8,))
            h5py.h5d.create(file.id, b"big%d" % i, h5py.h5t.IEEE_F64LE, space, creation)
            file.create_group("run%d" % i).attrs["temperature"] = i + 0.5


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]), int(sys.argv[6]))
    else:
        make(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
