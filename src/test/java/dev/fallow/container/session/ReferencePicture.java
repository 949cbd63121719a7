package dev.fallow.container.session;

import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the content of files with libhdf5. */
public final class ReferencePicture {
    private ReferencePicture() {}

    /** Reads an open file completely. */
    public static Picture of(ReferenceFile file) {
        SortedMap<String, ObjectSnapshot> objects = Snapshot.of(file);
        SortedMap<String, Integer> linkCounts = new TreeMap<>();
        SortedMap<String, List<String>> linkOrder = new TreeMap<>();
        SortedMap<String, List<String>> attributeOrder = new TreeMap<>();
        for (Map.Entry<String, ObjectSnapshot> entry : objects.entrySet()) {
            String path = entry.getKey();
            ObjectKind kind = entry.getValue().kind();
            boolean group = kind == ObjectKind.GROUP;
            if (group || kind == ObjectKind.DATASET || kind == ObjectKind.DATATYPE) {
                linkCounts.put(path, file.referenceCount(path));
                putUnlessNull(linkOrder, path, group ? file.linksByAge(path) : null);
                putUnlessNull(attributeOrder, path, file.attributes(path).namesByAge());
            }
        }
        return new Picture(objects, linkCounts, linkOrder, attributeOrder);
    }

    private static void putUnlessNull(Map<String, List<String>> orders, String path, List<String> order) {
        if (order != null) {
            orders.put(path, order);
        }
    }
}
