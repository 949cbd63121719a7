package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.LinkOrder;
import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.ReferenceEntry;
import dev.fallow.oracle.ReferenceFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The content of a whole file as libhdf5 reads it, by value, for comparison with a model. */
public final class Snapshot {
    private Snapshot() {}

    /** Opens a file read-only, and returns its snapshot. */
    public static SortedMap<String, ObjectSnapshot> of(Path path) {
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            return of(file);
        }
    }

    /** Returns the snapshots of every path of an open file, including {@code "/"} for the root group. */
    public static SortedMap<String, ObjectSnapshot> of(ReferenceFile file) {
        SortedMap<String, ObjectSnapshot> snapshot = new TreeMap<>();
        snapshot.put("/", file.snapshot(new ReferenceEntry("/", ObjectKind.GROUP, null)));
        for (ReferenceEntry entry : file.list(LinkOrder.NAME)) {
            snapshot.put(entry.path(), file.snapshot(entry));
        }
        return Collections.unmodifiableSortedMap(snapshot);
    }
}
