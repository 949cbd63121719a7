package dev.fallow.internal.attribute;

import dev.fallow.Attribute;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.dataset.creation.NewElements;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.DenseTable.Entry;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The attributes of an object: their values and the objects that these refer to. {@link AttributeStorage} stores them.
 */
public final class Attributes {
    /** The size limit of an attribute in bytes: far above real sizes, and small enough for one array with its message. */
    private static final long LARGEST = 1L << 30;

    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;
    /** File and object, for messages; null until first used. */
    private String where;

    /** @param path of the object, for messages */
    public Attributes(ObjectStore store, ObjectHeader header, String path) {
        this.store = store;
        this.header = header;
        this.path = path;
    }

    /** The names, in name order. */
    public List<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        storage().forEach(found -> names.add(found.message().name()));
        return List.copyOf(names);
    }

    /** The names, in creation order if it is tracked, which the caller must have checked. */
    public List<String> namesInCreationOrder() throws IOException {
        List<Entry<AttributeMessage>> found = new ArrayList<>();
        storage().forEach(found::add);
        found.sort(Comparator.comparingLong(Entry::order));
        return found.stream().map(each -> each.message().name()).toList();
    }

    /** Their current storage. */
    private AttributeStorage storage() throws IOException {
        return AttributeStorage.of(store, header, where());
    }

    /**
     * The stored attributes in creation order; in storage order if it is not tracked. What they share through the shared
     * message table is their own.
     */
    public List<AttributeMessage> inCreationOrder() throws IOException {
        List<Entry<AttributeMessage>> found = new ArrayList<>();
        storage().forEach(found::add);
        found.sort(Comparator.comparingLong(Entry::order));
        AttributeReader reader = reader();
        List<AttributeMessage> attributes = new ArrayList<>(found.size());
        for (Entry<AttributeMessage> each : found) {
            attributes.add(reader.inFull(each.message()));
        }
        return attributes;
    }

    /** The change that adds an attribute in its stored form. Its name must be unused. */
    public Change insertion(AttributeMessage attribute) {
        byte[] body = store.encode(attribute::encode);
        return () -> storage().add(attribute.name(), body);
    }

    /** The attribute of this name. */
    public Attribute get(String name) throws IOException {
        return reader().read(existing(storage(), name).message());
    }

    private AttributeReader reader() {
        return new AttributeReader(store, where());
    }

    /** The datatype of an attribute's elements. */
    public Datatype datatype(AttributeMessage attribute) throws IOException {
        return reader().datatype(attribute);
    }

    /** Their current storage, through a header that a check may have evicted and reloaded. */
    private AttributeStorage current() throws IOException {
        return AttributeStorage.of(store, store.header(header.address()), where());
    }

    /**
     * Checks that an attribute can be added, or can replace the one of this name if {@code replace} is set. The objects
     * that the old one referred to are freed.
     *
     * @param committed the address of the committed datatype to use, or -1
     * @param users removes the attribute as a user of its committed datatype
     */
    public Change put(String name, TypedValue value, long committed, boolean replace, DatatypeUsers users)
            throws IOException {
        Entry<AttributeMessage> before = storage().find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        boolean sameType = before != null
                && !isUsedElsewhere(before)
                && committed != CommittedDatatypes.NONE
                && reader().committedDatatype(before.message()) == committed;
        Change forgetting = before == null ? () -> {} : forgetting(before, !sameType, users);
        Prepared prepared = new Prepared(name, value, committed);
        Change using = sameType ? () -> {} : CommittedDatatypes.oneUserMore(store, committed);
        AttributeStorage storage = current(); // last, because what it loads must stay in the cache
        if (before != null) {
            storage.prepareReplace(name, name, prepared.length());
        } else {
            storage.prepareAdd(name, prepared.length());
        }
        return () -> {
            byte[] message = prepared.store();
            if (before != null) {
                current().replace(name, name, message);
            } else {
                current().add(name, message);
            }
            using.apply();
            forgetting.apply();
        };
    }

    /**
     * Checks that attributes can be added, or can replace those of these names, all of them. They are stored in the order of the map.
     *
     * @param values of datatypes that are not committed
     */
    public Change putAll(Map<String, TypedValue> values, DatatypeUsers users) throws IOException {
        Map<String, Integer> lengths = new LinkedHashMap<>();
        for (Map.Entry<String, TypedValue> each : values.entrySet()) {
            CommittedDatatypes.requireMessage(store, each.getValue().datatype());
            put(each.getKey(), each.getValue(), CommittedDatatypes.NONE, true, users);
            lengths.put(each.getKey(), new Prepared(each.getKey(), each.getValue(), CommittedDatatypes.NONE).length());
        }
        current().preparePutAll(lengths);
        return () -> {
            for (Map.Entry<String, TypedValue> each : values.entrySet()) {
                // prepared again, because those before have changed what this one changes
                put(each.getKey(), each.getValue(), CommittedDatatypes.NONE, true, users)
                        .apply();
            }
        };
    }

    /** An attribute about to be stored: checked, with its variable-length parts announced to the global heap. */
    private final class Prepared {
        private final String name;
        private final TypedValue value;
        private final long committed;
        private final HeapInsertion insertion = store.globalHeap().insertion();

        private Prepared(String name, TypedValue value, long committed) throws IOException {
            if (value.size() > LARGEST) {
                throw new WrongTypeException("%s: attribute %s: expected a value of at most %d bytes, found %d"
                        .formatted(where(), name, LARGEST, value.size()));
            }
            this.name = name;
            this.value = value;
            this.committed = committed;
            value.forEachPart(ElementContext.of(where(), store.sizes()), insertion::announce);
        }

        /** Bytes of the message. */
        int length() {
            return message(new byte[(int) value.size()]).encodedLength();
        }

        private AttributeMessage message(byte[] data) {
            AttributeMessage attribute =
                    store.newObjects().attribute(store::encode, name, value.datatype(), value.dataspace(), data);
            return committed == CommittedDatatypes.NONE
                    ? attribute
                    : attribute.withSharedDatatype(store.encode(SharedMessage.committed(committed)::encode));
        }

        /** Stores the variable-length parts in the global heap and returns the message. */
        byte[] store() throws IOException {
            return store.encode(message(NewElements.bytes(store, value, insertion))::encode);
        }
    }

    /** Checks that an attribute can be renamed. Its creation order is unchanged. */
    public Change rename(String name, String newName) throws IOException {
        AttributeStorage storage = storage();
        Entry<AttributeMessage> before = existing(storage, name);
        if (storage.find(newName) != null) {
            throw new ObjectExistsException(where() + ": attribute " + newName + " exists");
        }
        AttributeMessage renamed = before.sharedId() == SharedMessages.NONE
                ? reader().exact(before.message())
                : reader().inFull(before.message());
        byte[] body = store.encode(renamed.withName(newName)::encode);
        Change using = () -> {};
        if (isUsedElsewhere(before)) {
            requireNoHeapObjects(before.message());
            using = CommittedDatatypes.oneUserMore(store, reader().committedDatatype(before.message()));
        } else if (before.sharedId() != SharedMessages.NONE) {
            using = () -> store.sharedMessages().releaseParts(before.message());
        }
        current().prepareReplace(name, newName, body.length); // last, because what it loads must stay in the cache
        Change use = using;
        return () -> {
            current().replace(name, newName, body);
            use.apply();
        };
    }

    /** Whether an attribute is in the shared message table and has other users. */
    private boolean isUsedElsewhere(Entry<AttributeMessage> found) throws IOException {
        return found.sharedId() != SharedMessages.NONE
                && store.sharedMessages().users(MessageType.ATTRIBUTE.number(), found.sharedId()) > 1;
    }

    /** An attribute with a name of its own would refer to the same objects of the global heap as those that keep theirs. */
    private void requireNoHeapObjects(AttributeMessage attribute) throws IOException {
        reader().forEachHeapReference(attribute, (id, ownership) -> {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: attribute %s has variable-length elements and is shared with other objects: renaming it is not supported"
                            .formatted(where(), header.address(), attribute.name()));
        });
    }

    /**
     * Checks that what an attribute refers to can be freed, unless it is in the shared message table and has other users. Blocks
     * loaded earlier may be evicted from the cache.
     *
     * @param type whether the attribute also stops using its committed datatype, if it has one
     */
    private Change forgetting(Entry<AttributeMessage> found, boolean type, DatatypeUsers users) throws IOException {
        if (isUsedElsewhere(found)) {
            return () -> {};
        }
        AttributeMessage attribute = found.message();
        AttributeReader reader = reader();
        HeapRemoval removal = reader.datatype(attribute).refersToGlobalHeap()
                ? store.globalHeap().removal()
                : null;
        if (removal != null) {
            reader.forEachHeapReference(attribute, removal::add);
            removal.prepare();
        }
        long committed = type ? reader.committedDatatype(attribute) : CommittedDatatypes.NONE;
        Change user = committed == CommittedDatatypes.NONE
                ? () -> {}
                : users.oneLess(committed, header.address(), reader.where(attribute));
        return () -> {
            if (store.sharedMessages() != null) {
                store.sharedMessages().releaseParts(attribute);
            }
            if (removal != null) {
                removal.apply();
            }
            user.apply();
        };
    }

    /** Checks that an attribute can be deleted. The objects that it refers to are freed; its committed datatype loses a user. */
    public Change delete(String name, DatatypeUsers users) throws IOException {
        Change forgetting = forgetting(existing(storage(), name), true, users);
        current().prepareRemove(name); // last, because what it loads must stay in the cache
        return () -> {
            current().remove(name);
            forgetting.apply();
        };
    }

    /** Checks that the structures outside the object header can be freed. */
    public Change release() throws IOException {
        DenseTable<AttributeMessage> table = storage().table();
        if (table == null) {
            return () -> {};
        }
        table.prepareDelete();
        return () -> storage().table().delete();
    }

    /** Checks that the structures of dense storage are consistent: no attribute overlaps free space or another one. */
    public void verify() throws IOException {
        DenseTable<AttributeMessage> table = storage().table();
        if (table != null) {
            table.verify();
        }
    }

    /** Receives the objects that attributes refer to. */
    public interface References extends HeapVisitor {
        /** A committed datatype's object header. */
        void datatype(long address) throws IOException;

        /**
         * A message in the shared message table; returns whether to follow what an attribute in the table refers to, which is not once per
         * user.
         */
        boolean shared(int type, long id) throws IOException;
    }

    /** Visits the objects that the attributes refer to; returns the problems that prevent a complete account of their space. */
    public List<String> findReferences(References references) throws IOException {
        List<String> findings = new ArrayList<>();
        try {
            storage().forEach(found -> findReferences(found, references, findings));
        } catch (UnsupportedFeatureException e) {
            findings.add(e.getMessage());
        }
        return findings;
    }

    private void findReferences(Entry<AttributeMessage> found, References references, List<String> findings)
            throws IOException {
        try {
            follow(found, references);
        } catch (UnsupportedFeatureException e) {
            findings.add("%s: attribute %s: %s are not followed"
                    .formatted(where(), found.message().name(), e.getMessage()));
        }
    }

    private void follow(Entry<AttributeMessage> found, References references) throws IOException {
        if (found.sharedId() != SharedMessages.NONE
                && !references.shared(MessageType.ATTRIBUTE.number(), found.sharedId())) {
            return;
        }
        AttributeMessage attribute = found.message();
        AttributeReader reader = reader();
        if (store.sharedMessages() != null) {
            long datatype = store.sharedMessages().datatypeOf(attribute);
            long dataspace = store.sharedMessages().dataspaceOf(attribute);
            if (datatype != SharedMessages.NONE) {
                references.shared(MessageType.DATATYPE.number(), datatype);
            }
            if (dataspace != SharedMessages.NONE) {
                references.shared(MessageType.DATASPACE.number(), dataspace);
            }
        }
        long committed = reader.committedDatatype(attribute);
        if (committed != CommittedDatatypes.NONE) {
            references.datatype(committed);
        }
        reader.forEachHeapReference(attribute, references);
    }

    /** Visits the blocks of the attributes outside the object header. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        DenseTable<AttributeMessage> table = storage().table();
        if (table != null) {
            table.forEachBlock(visitor);
        }
    }

    /** The addresses of the attributes' structures, which no other object may use. */
    public long[] structures() {
        AttributeInfo info = AttributeInfos.get(header);
        if (!info.dense()) {
            return new long[0];
        }
        return info.orderIndexAddress() == Addresses.UNDEFINED
                ? new long[] {info.heapAddress(), info.nameIndexAddress()}
                : new long[] {info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress()};
    }

    /** Visits the objects that the attributes of an object to be deleted refer to; all must be understood. */
    public void forEachReference(References references) throws IOException {
        storage().forEach(found -> follow(found, references));
    }

    /**
     * The addresses of the committed datatypes, one per attribute that uses one; of attributes in the shared message table that have other
     * users only with {@code usedElsewhere}.
     */
    public List<Long> committedDatatypes(boolean usedElsewhere) throws IOException {
        List<Long> addresses = new ArrayList<>();
        AttributeReader reader = reader();
        storage().forEach(found -> {
            long committed = reader.committedDatatype(found.message());
            if (committed != CommittedDatatypes.NONE && (usedElsewhere || !isUsedElsewhere(found))) {
                addresses.add(committed);
            }
        });
        return addresses;
    }

    private Entry<AttributeMessage> existing(AttributeStorage storage, String name) throws IOException {
        Entry<AttributeMessage> found = storage.find(name);
        if (found == null) {
            throw new NoSuchObjectException(where() + ": there is no attribute " + name);
        }
        return found;
    }

    private String where() {
        if (where == null) {
            where = store.fileName() + ": " + path;
        }
        return where;
    }
}
