"""The sum of all elements of the files of SparkFleet with h5py, in one process and in two.

usage: processes.py FOLDER
"""

import glob, multiprocessing, resource, sys, time
import h5py

def total(name):
    with h5py.File(name) as f:
        return f["image"][:].sum(dtype="f8")

if __name__ == "__main__":
    for workers in (1, 2):
        for lap in range(3):
            wall = time.perf_counter()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            with multiprocessing.Pool(workers) as pool:
                result = sum(pool.map(total, sorted(glob.glob(sys.argv[1] + "/*.h5"))))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print("h5py, %d processes lap %d: %.2f CPU s %.2f s %s" % (workers, lap, cpu, time.perf_counter() - wall, result))
