package dev.fallow.internal.attribute;

import dev.fallow.Attribute;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.AttributeMessage;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The attributes of an object: their values and the objects that these refer to. {@link AttributeStorage} stores them.
 */
public final class Attributes {
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
        forEach(attribute -> names.add(attribute.name()));
        return List.copyOf(names);
    }

    /** Their current storage. */
    private AttributeStorage storage() throws IOException {
        return AttributeStorage.of(store, header, where());
    }

    /** Receives each attribute. */
    @FunctionalInterface
    private interface Action {
        void accept(AttributeMessage attribute) throws IOException;
    }

    private void forEach(Action action) throws IOException {
        storage().forEach((attribute, order) -> action.accept(attribute));
    }

    /** The stored attributes in creation order; in storage order if it is not tracked. */
    public List<AttributeMessage> inCreationOrder() throws IOException {
        record Ordered(AttributeMessage attribute, long order) {}
        List<Ordered> found = new ArrayList<>();
        storage().forEach((attribute, order) -> found.add(new Ordered(attribute, order)));
        found.sort(Comparator.comparingLong(Ordered::order));
        return found.stream().map(Ordered::attribute).toList();
    }

    /**
     * Adds an attribute in its stored form. Its name must be unused.
     *
     * @return the change
     */
    public Change insertion(AttributeMessage attribute) {
        byte[] body = store.encode(attribute::encode);
        return () -> storage().add(attribute.name(), body);
    }

    /** The attribute of this name. */
    public Attribute get(String name) throws IOException {
        return reader().read(existing(storage(), name));
    }

    private AttributeReader reader() {
        return new AttributeReader(store, where());
    }

    private AttributeValues values() {
        return new AttributeValues(store, header.address(), where());
    }

    /** The datatype of an attribute's elements. */
    public Datatype datatype(dev.fallow.format.message.AttributeMessage attribute) throws IOException {
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
     * @return the change
     */
    public Change put(String name, TypedValue value, long committed, boolean replace, DatatypeUsers users)
            throws IOException {
        AttributeMessage before = storage().find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        AttributeValues values = values();
        boolean sameType = before != null
                && committed != CommittedDatatypes.NONE
                && reader().committedDatatype(before) == committed;
        Change forgetting = () -> {};
        if (before != null) {
            requireOwn(before);
            forgetting = values.forgetting(before, !sameType, users);
        }
        AttributeValues.Prepared prepared = values.prepare(name, value, committed);
        Change using = sameType ? () -> {} : CommittedDatatypes.oneUserMore(store, committed);
        AttributeStorage storage = current(); // last, because what it loads must stay in the cache
        if (before != null) {
            storage.prepareReplace(name, prepared.length());
        } else {
            storage.prepareAdd(name, prepared.length());
        }
        Change forget = forgetting;
        return () -> {
            byte[] message = prepared.store();
            if (before != null) {
                current().replace(name, message);
            } else {
                current().add(name, message);
            }
            using.apply();
            forget.apply();
        };
    }

    /**
     * Checks that an attribute can be renamed. Its creation order is unchanged.
     *
     * @return the change
     */
    public Change rename(String name, String newName) throws IOException {
        AttributeStorage storage = storage();
        AttributeMessage before = existing(storage, name);
        if (storage.find(newName) != null) {
            throw new ObjectExistsException(where() + ": attribute " + newName + " exists");
        }
        byte[] body = store.encode(before.withName(newName)::encode);
        storage.prepareRename(name, newName, body.length);
        return () -> storage().rename(name, newName, body);
    }

    /**
     * Checks that an attribute can be deleted. The objects that it refers to are freed.
     *
     * @param users removes the attribute as a user of its committed datatype
     * @return the change
     */
    public Change delete(String name, DatatypeUsers users) throws IOException {
        AttributeMessage attribute = existing(storage(), name);
        requireOwn(attribute);
        Change forgetting = values().forgetting(attribute, true, users);
        current().prepareRemove(name); // last, because what it loads must stay in the cache
        return () -> {
            current().remove(name);
            forgetting.apply();
        };
    }

    /**
     * Checks that the structures outside the object header can be freed.
     *
     * @return the change
     */
    public Change release() throws IOException {
        storage().prepareRelease();
        return () -> storage().release();
    }

    /**
     * Checks that the structures of dense storage are consistent.
     *
     * @throws dev.fallow.format.FormatException if an attribute overlaps free space or another attribute
     */
    public void verify() throws IOException {
        storage().verify();
    }

    /** Receives the objects that attributes refer to. */
    public interface References {
        /**
         * An object of the global heap.
         *
         * @return whether to follow the object's own references: only if it exists, and only once
         */
        boolean heapObject(GlobalHeapId id, Ownership ownership) throws IOException;

        /** A committed datatype's object header. */
        void datatype(long address);
    }

    /**
     * Visits the objects that the attributes refer to.
     *
     * @return the problems that prevent a complete account of their space
     */
    public List<String> findReferences(References references) throws IOException {
        List<String> findings = new ArrayList<>();
        try {
            forEach(attribute -> findReferences(attribute, references, findings));
        } catch (UnsupportedFeatureException e) {
            findings.add(e.getMessage());
        }
        return findings;
    }

    private void findReferences(AttributeMessage attribute, References references, List<String> findings)
            throws IOException {
        try {
            AttributeReader reader = reader();
            long committed = reader.committedDatatype(attribute);
            if (committed != CommittedDatatypes.NONE) {
                references.datatype(committed);
            }
            reader.forEachHeapReference(attribute, references::heapObject);
        } catch (UnsupportedFeatureException e) {
            findings.add("%s: attribute %s: %s are not followed".formatted(where(), attribute.name(), e.getMessage()));
        }
    }

    /** Visits the blocks of the attributes outside the object header. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        storage().forEachBlock(visitor);
    }

    /** The addresses of the attributes' structures, which no other object may use. */
    public long[] structures() throws IOException {
        return storage().structures();
    }

    /**
     * Visits the global heap objects that the attributes of an object to be deleted refer to.
     *
     * @throws UnsupportedFeatureException if an attribute is not understood
     */
    public void forEachHeapReference(HeapVisitor visitor) throws IOException {
        AttributeReader reader = reader();
        forEach(attribute -> {
            requireOwn(attribute);
            reader.forEachHeapReference(attribute, visitor);
        });
    }

    /** The addresses of the committed datatypes, one per attribute that uses one. */
    public List<Long> committedDatatypes() throws IOException {
        List<Long> addresses = new ArrayList<>();
        AttributeReader reader = reader();
        forEach(attribute -> {
            long committed = reader.committedDatatype(attribute);
            if (committed != CommittedDatatypes.NONE) {
                addresses.add(committed);
            }
        });
        return addresses;
    }

    private void requireOwn(dev.fallow.format.message.AttributeMessage attribute) {
        if (attribute.dataspaceShared() || reader().datatypeInHeap(attribute)) {
            throw unsupported("attribute " + attribute.name() + " has a shared message: deleting it");
        }
    }

    private AttributeMessage existing(AttributeStorage storage, String name) throws IOException {
        AttributeMessage found = storage.find(name);
        if (found == null) {
            throw noAttribute(name);
        }
        return found;
    }

    private NoSuchObjectException noAttribute(String name) {
        return new NoSuchObjectException(where() + ": there is no attribute " + name);
    }

    private UnsupportedFeatureException unsupported(String what) {
        return new UnsupportedFeatureException(
                "%s, object header at address %d: %s is not supported yet".formatted(where(), header.address(), what));
    }

    private String where() {
        if (where == null) {
            where = store.fileName() + ": " + path;
        }
        return where;
    }
}
