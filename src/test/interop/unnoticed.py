#!/usr/bin/env python3
"""Says in which damaged files, that fallow check calls sound, libhdf5 fails or reads something else.

    unnoticed.py FOLDER

The folder is that of UnnoticedDamageTest. Each file is read by h5py in a process of its own, and compared with the sound file. A
difference in elements, fill values and times alone is counted, but not listed: no structure contradicts them. Needs h5py.
"""

import collections
import hashlib
import multiprocessing
import os
import sys

import h5py
import numpy as np


def plain(value):
    """What a value is, without what it is stored as."""
    return hashlib.md5(repr(np.asarray(value).tolist()).encode("utf-8", "replace")).hexdigest()


def attributes(found, name, node):
    for i in range(h5py.h5a.get_num_attrs(node.id)):
        attribute = h5py.h5a.open(node.id, index=i)
        label = (name, "@", attribute.name)
        try:
            found[label + ("type",)] = (str(attribute.get_type().dtype), attribute.get_space().shape)
            found[label + ("value",)] = plain(node.attrs[attribute.name.decode("utf-8", "surrogateescape")])
        except Exception as e:
            found[label + ("error",)] = "%s: %s" % (type(e).__name__, str(e)[:120])


def references(found, name, value, file):
    if isinstance(value, np.ndarray):
        for each in value.ravel()[:200]:
            references(found, name, each, file)
    elif isinstance(value, (h5py.Reference, h5py.RegionReference)) and value:
        try:
            target = file[value].name
        except Exception:
            target = "nothing"
        found.setdefault((name, "references"), []).append(target)


def visit(found, file, group, prefix, seen):
    for name in group:
        path = prefix + (name if isinstance(name, str) else name.decode("utf-8", "backslashreplace"))
        try:
            link = group.get(name, getlink=True)
            if isinstance(link, h5py.HardLink):
                node = group[name]
            else:
                found[(path, "link")] = repr((type(link).__name__, link.path, repr(getattr(link, "filename", None))))
                continue
        except Exception as e:
            found[(path, "error")] = "%s: %s" % (type(e).__name__, str(e)[:120])
            continue
        found[(path, "class")] = type(node).__name__
        info = h5py.h5o.get_info(node.id)
        found[(path, "links")] = info.rc
        key = h5py.h5o.get_info(node.id).addr
        if key in seen:
            continue
        seen.add(key)
        one(found, file, path, node)
        if isinstance(node, h5py.Group):
            visit(found, file, node, path + "/", seen)


def one(found, file, path, node):
    try:
        attributes(found, path, node)
    except Exception as e:
        found[(path, "attributes")] = "%s: %s" % (type(e).__name__, str(e)[:120])
    if isinstance(node, h5py.Dataset):
        try:
            found[(path, "type")] = str(node.dtype), node.shape, node.maxshape, node.chunks
            found[(path, "filters")] = repr(node._filters)
        except Exception as e:
            found[(path, "type")] = "error %s: %s" % (type(e).__name__, str(e)[:120])
        try:
            found[(path, "fill")] = plain(node.fillvalue)
        except Exception as e:
            found[(path, "fill")] = "error %s: %s" % (type(e).__name__, str(e)[:120])
        try:
            size = node.size or 0
            value = node[()] if size < 3_000_000 else b"large"
            found[(path, "value")] = plain(value) if size < 3_000_000 else "large"
            references(found, path, value, file)
        except Exception as e:
            found[(path, "value")] = "error %s: %s" % (type(e).__name__, str(e)[:120])
    elif isinstance(node, h5py.Datatype):
        found[(path, "type")] = str(node.dtype)


def picture(path):
    found = {}
    try:
        with h5py.File(path, "r") as file:
            one(found, file, "/", file["/"])
            visit(found, file, file, "/", set())
    except Exception as e:
        found[("/", "file")] = "%s: %s" % (type(e).__name__, str(e)[:160])
    return found


def work(path, pipe):
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    pipe.send(picture(path))


def read(path):
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.Process(target=work, args=(path, there))
    process.start()
    there.close()
    result = {("/", "file"): "crash or hang"}
    if here.poll(20):
        try:
            result = here.recv()
        except EOFError:
            pass
    process.kill()
    process.join()
    return result


def main():
    folder = sys.argv[1]
    sound = {}
    counts = collections.Counter()
    for name in sorted(os.listdir(folder)):
        if not name.startswith("damaged-"):
            continue
        number = name.split("-")[1]
        if number not in sound:
            sound[number] = read(os.path.join(folder, "sound-%s.h5" % number))
        before = sound[number]
        after = read(os.path.join(folder, name))
        changes = [key for key in set(before) | set(after) if before.get(key) != after.get(key)]
        if not changes:
            counts["nothing changed"] += 1
            continue
        lost = {key[0] for key in before} - {key[0] for key in after}
        if lost and len(lost) == len({key[0] for key in after} - {key[0] for key in before}):
            old = sorted(str((key[1:], value)) for key, value in before.items() if key[0] in lost)
            new = sorted(str((key[1:], value)) for key, value in after.items() if key[0] not in {k[0] for k in before})
            if old == new:
                counts["other names only"] += 1
                continue
        failed = [key for key in changes if "rror" in str(after.get(key)) or "crash" in str(after.get(key)) or key not in after]
        if not failed and all(key[-1] in ("value", "fill", "references") for key in changes):
            counts["other elements only"] += 1
            continue
        way = name[:-3].split("-")[3]
        failed = [key for key in failed if key in after]
        kind = "failure" if failed else "difference"
        if kind == "difference" and way in ("swap", "duplicate", "splice"):
            counts["other structures in their place"] += 1
            continue
        counts[kind] += 1
        key = sorted(failed or changes, key=str)[0]
        print("%s %s: %s: %s -> %s" % (kind, name, key, str(before.get(key))[:150], str(after.get(key))[:200]))
        print("    %s" % sorted((set(after) - set(before)) | set(changes), key=str)[:4])
    print(dict(counts))


if __name__ == "__main__":
    main()
