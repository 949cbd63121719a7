package dev.fallow.container;

import dev.fallow.Attribute;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.StoredObject;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.oracle.AttributeSnapshot;
import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.ObjectSnapshot;
import dev.fallow.oracle.ReferenceType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A whole file as Fallow sees it, in the form in which the oracle says what libhdf5 sees. */
public final class OurSnapshot {
    private OurSnapshot() {}

    public static SortedMap<String, ObjectSnapshot> of(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return of(file);
        }
    }

    static SortedMap<String, ObjectSnapshot> of(ContainerFile file) {
        SortedMap<String, ObjectSnapshot> snapshot = new TreeMap<>();
        Map<Long, String> met = new HashMap<>();
        met.put(file.root().address(), "/");
        snapshot.put("/", withAttributes(ObjectSnapshot.group(), file.root()));
        for (Entry entry : file.list("/", true)) {
            String first = entry.address() < 0 ? null : met.putIfAbsent(entry.address(), entry.path());
            snapshot.put(
                    entry.path(),
                    first == null ? entry(file, entry) : ObjectSnapshot.link(ObjectKind.SAME_OBJECT, first));
        }
        return snapshot;
    }

    private static ObjectSnapshot entry(ContainerFile file, Entry entry) {
        return switch (entry.kind()) {
            case GROUP -> withAttributes(ObjectSnapshot.group(), file.group(entry.path()));
            case DATASET -> {
                Dataset dataset = file.dataset(entry.path());
                yield withAttributes(
                        ObjectSnapshot.dataset(type(dataset.datatype()), dataset.dimensions(), dataset.read()),
                        dataset);
            }
            case SOFT_LINK -> ObjectSnapshot.link(ObjectKind.SOFT_LINK, entry.target());
            case EXTERNAL_LINK -> ObjectSnapshot.link(ObjectKind.EXTERNAL_LINK, entry.target());
            default -> throw new IllegalArgumentException(entry.toString());
        };
    }

    private static ObjectSnapshot withAttributes(ObjectSnapshot bare, StoredObject object) {
        ObjectSnapshot snapshot = bare;
        for (String name : object.attributeNames()) {
            Attribute attribute = object.attribute(name);
            snapshot = snapshot.with(
                    name, AttributeSnapshot.of(type(attribute.datatype()), attribute.dimensions(), attribute.value()));
        }
        return snapshot;
    }

    /** The oracle's word for one of our types. */
    static ReferenceType type(Datatype type) {
        return OurTypes.of(type);
    }
}
