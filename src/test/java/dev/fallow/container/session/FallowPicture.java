package dev.fallow.container.session;

import dev.fallow.Attribute;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.container.OurTypes;
import dev.fallow.container.OurValues;
import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.SnapshotValues;
import dev.fallow.type.Datatype;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The content of a file as Fallow reads it. Values that Fallow refuses as unsupported are copied from the expected
 * picture, and listed: a test that permits none checks that the list is empty.
 */
public final class FallowPicture {
    private final ContainerFile file;
    private final SortedMap<String, ObjectSnapshot> expected;
    private final SortedMap<String, ObjectSnapshot> objects = new TreeMap<>();
    /** The first path of every object, by its address. */
    private final Map<Long, String> paths = new HashMap<>();

    private final SortedMap<String, Integer> linkCounts = new TreeMap<>();
    private final SortedMap<String, List<String>> linkOrder = new TreeMap<>();
    private final List<String> refusals = new ArrayList<>();

    private int valuesRead;

    private FallowPicture(ContainerFile file, SortedMap<String, ObjectSnapshot> expected) {
        this.file = file;
        this.expected = expected;
    }

    /** Reads an open file completely; unsupported values are copied from the expected picture. */
    public static FallowPicture of(ContainerFile file, SortedMap<String, ObjectSnapshot> expected) {
        FallowPicture picture = new FallowPicture(file, expected);
        picture.read();
        return picture;
    }

    /** Returns the objects, by path. */
    public SortedMap<String, ObjectSnapshot> objects() {
        return objects;
    }

    /** Returns the link counts of groups and datasets, by path. */
    public SortedMap<String, Integer> linkCounts() {
        return linkCounts;
    }

    /** Returns the link names in creation order of the groups that track it, by path. */
    public SortedMap<String, List<String>> linkOrder() {
        return linkOrder;
    }

    /** Returns the number of values that were read and not refused. */
    public int valuesRead() {
        return valuesRead;
    }

    /** Returns the messages of the refusals. */
    public List<String> refusals() {
        return refusals;
    }

    private void read() {
        List<Entry> entries = file.root().listRecursively();
        paths.put(file.root().address(), "/");
        for (Entry entry : entries) {
            if (entry.address() >= 0) {
                paths.putIfAbsent(entry.address(), entry.path());
            }
        }
        objects.put("/", group(file.root()));
        for (Entry entry : entries) {
            String first = entry.address() < 0 ? entry.path() : paths.get(entry.address());
            objects.put(
                    entry.path(),
                    first.equals(entry.path()) ? entry(entry) : ObjectSnapshot.link(ObjectKind.SAME_OBJECT, first));
        }
    }

    private ObjectSnapshot entry(Entry entry) {
        return switch (entry.kind()) {
            case GROUP -> orExpected(() -> group(file.group(entry.path())), entry.path());
            case DATASET -> orExpected(() -> dataset(file.dataset(entry.path())), entry.path());
            case SOFT_LINK ->
                ObjectSnapshot.link(ObjectKind.SOFT_LINK, entry.target().orElseThrow());
            case EXTERNAL_LINK ->
                ObjectSnapshot.link(ObjectKind.EXTERNAL_LINK, entry.target().orElseThrow());
            case DATATYPE -> datatype(file.root().datatype(entry.path()));
            default -> throw new IllegalArgumentException(entry.toString());
        };
    }

    private ObjectSnapshot group(Group group) {
        if (group.options().creationOrder().tracked()) {
            linkOrder.put(
                    group.path(),
                    group.links(LinkOrder.CREATION).stream().map(Link::name).toList());
        }
        return withAttributes(ObjectSnapshot.group(), group);
    }

    private ObjectSnapshot datatype(CommittedDatatype datatype) {
        return withAttributes(ObjectSnapshot.datatype(OurTypes.of(datatype.datatype())), datatype);
    }

    private ObjectSnapshot dataset(Dataset dataset) {
        return orExpected(
                () -> withAttributes(
                        new ObjectSnapshot(
                                ObjectKind.DATASET,
                                null,
                                OurTypes.of(dataset.datatype()),
                                SnapshotValues.dimensions(shape(dataset)),
                                values(
                                        dataset.datatype(),
                                        shape(dataset),
                                        dataset::read,
                                        () -> expectedValues(dataset.path(), null)),
                                new TreeMap<>()),
                        dataset),
                dataset.path());
    }

    private ObjectSnapshot withAttributes(ObjectSnapshot bare, StoredObject object) {
        linkCounts.put(object.path(), Math.toIntExact(object.linkCount()));
        ObjectSnapshot snapshot = bare;
        for (String name : object.attributeNames()) {
            AttributeSnapshot attribute;
            try {
                attribute = attribute(object.attribute(name), object.path());
            } catch (UnsupportedFeatureException refused) {
                refusals.add(refused.getMessage());
                attribute = expectedAttribute(object.path(), name);
            } catch (CorruptFileException damaged) {
                attribute = expectedAttribute(object.path(), name);
                if (attribute == null || !(attribute.values() instanceof SnapshotValues.Unread)) {
                    throw damaged; // not refused by libhdf5
                }
            }
            if (attribute != null) {
                snapshot = snapshot.with(name, attribute);
            }
        }
        return snapshot;
    }

    private AttributeSnapshot attribute(Attribute attribute, String path) {
        return new AttributeSnapshot(
                OurTypes.of(attribute.datatype()),
                SnapshotValues.dimensions(shape(attribute)),
                values(
                        attribute.datatype(),
                        shape(attribute),
                        attribute::read,
                        () -> expectedValues(path, attribute.name())));
    }

    /** Null for a null dataspace, as in the oracle. */
    private static long[] shape(Dataset dataset) {
        return dataset.isNull() ? null : dataset.dimensions();
    }

    /** Null for a null dataspace, as in the oracle. */
    private static long[] shape(Attribute attribute) {
        return attribute.isNull() ? null : attribute.dimensions();
    }

    /** Returns the expected attribute, or null if none is expected, which the comparison then reports. */
    private AttributeSnapshot expectedAttribute(String path, String name) {
        return expected.containsKey(path) ? expected.get(path).attributes().get(name) : null;
    }

    /** @param attribute the name of an attribute, or null for the values of a dataset */
    private Object expectedValues(String path, String attribute) {
        if (attribute == null) {
            return expected.containsKey(path) ? expected.get(path).values() : null;
        }
        AttributeSnapshot snapshot = expectedAttribute(path, attribute);
        return snapshot == null ? null : snapshot.values();
    }

    /** Values that the oracle could not read, because of their size or damage, are not compared. */
    private Object values(Datatype type, long[] dimensions, Supplier<Object> reading, Supplier<Object> otherwise) {
        if (otherwise.get() instanceof SnapshotValues.Unread unread) {
            return unread;
        }
        try {
            Object value = new OurValues(paths::get).of(OurTypes.of(type), dimensions, reading.get());
            valuesRead++;
            return value;
        } catch (UnsupportedFeatureException refused) {
            refusals.add(refused.getMessage());
            return otherwise.get();
        }
    }

    private ObjectSnapshot orExpected(Supplier<ObjectSnapshot> reading, String path) {
        try {
            return reading.get();
        } catch (UnsupportedFeatureException refused) {
            refusals.add(refused.getMessage());
            return expected.get(path);
        }
    }
}
