package dev.fallow.internal.object;

import dev.fallow.Attribute;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.HeapVisitor;
import dev.fallow.internal.heap.Holding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** The attributes of an object: their values, and what these refer to. How they are stored is {@link AttributeStorage}. */
public final class Attributes {
    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;
    /** File and object, for messages; null as long as nobody has asked. */
    private String where;

    /** @param path of the object, for messages */
    public Attributes(ObjectStore store, ObjectHeader header, String path) {
        this.store = store;
        this.header = header;
        this.path = path;
    }

    /** The names, in order. */
    public List<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        forEach(attribute -> names.add(attribute.name()));
        return List.copyOf(names);
    }

    /** How they are stored now. */
    private AttributeStorage storage() throws IOException {
        return AttributeStorage.of(store, header, where());
    }

    /** What is done with each attribute. */
    @FunctionalInterface
    private interface Action {
        void accept(dev.fallow.format.message.Attribute attribute) throws IOException;
    }

    private void forEach(Action action) throws IOException {
        storage().forEach((attribute, order) -> action.accept(attribute));
    }

    /** The attributes as they are stored, in the order of their creation; as they are found if it is not tracked. */
    List<dev.fallow.format.message.Attribute> inCreationOrder() throws IOException {
        record Ordered(dev.fallow.format.message.Attribute attribute, long order) {}
        List<Ordered> found = new ArrayList<>();
        storage().forEach((attribute, order) -> found.add(new Ordered(attribute, order)));
        found.sort(Comparator.comparingLong(Ordered::order));
        return found.stream().map(Ordered::attribute).toList();
    }

    /**
     * Adds an attribute as it is stored elsewhere; its name must not be taken.
     *
     * @return the change
     */
    Change insertion(dev.fallow.format.message.Attribute attribute) {
        byte[] body = store.encode(attribute::encode);
        return () -> storage().add(attribute.name(), body);
    }

    /** The attribute of a name. */
    public Attribute get(String name) throws IOException {
        return values().read(existing(storage(), name));
    }

    private AttributeValues values() {
        return new AttributeValues(store, header.address(), where());
    }

    /** The type of an attribute's elements. */
    Datatype datatype(dev.fallow.format.message.Attribute attribute) throws IOException {
        return values().datatype(attribute);
    }

    /** How they are stored now, by a header that a check may have taken out of the cache meanwhile. */
    private AttributeStorage current() throws IOException {
        return AttributeStorage.of(store, store.header(header.address()), where());
    }

    /**
     * Checks that an attribute can be added, or replace the one of this name if that is allowed. What that one referred to
     * is given back.
     *
     * @param committed the object header of the committed datatype that it is to use, or -1
     * @param gone told the address of a committed datatype that loses its last user
     * @return the change
     */
    public Change put(String name, TypedValue value, long committed, boolean replace, LongConsumer gone)
            throws IOException {
        dev.fallow.format.message.Attribute before = storage().find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        AttributeValues values = values();
        boolean sameType =
                before != null && committed != CommittedDatatype.NONE && values.committedDatatype(before) == committed;
        Change forgetting = () -> {};
        if (before != null) {
            requireOwn(before);
            forgetting = values.forgetting(before, !sameType, gone);
        }
        AttributeValues.Prepared prepared = values.prepare(name, value, committed);
        Change using = sameType ? () -> {} : CommittedDatatype.oneUserMore(store, committed);
        AttributeStorage storage = current(); // last: what it loads must stay in the cache
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
     * Checks that an attribute can be given another name. Its creation order stays.
     *
     * @return the change
     */
    public Change rename(String name, String newName) throws IOException {
        AttributeStorage storage = storage();
        dev.fallow.format.message.Attribute before = existing(storage, name);
        if (storage.find(newName) != null) {
            throw new ObjectExistsException(where() + ": attribute " + newName + " exists");
        }
        byte[] body = store.encode(before.withName(newName)::encode);
        storage.prepareRename(name, newName, body.length);
        return () -> storage().rename(name, newName, body);
    }

    /**
     * Checks that the attribute of a name can be deleted. What it refers to is given back.
     *
     * @param gone told the address of a committed datatype that loses its last user
     * @return the change
     */
    public Change delete(String name, LongConsumer gone) throws IOException {
        dev.fallow.format.message.Attribute attribute = existing(storage(), name);
        requireOwn(attribute);
        Change forgetting = values().forgetting(attribute, true, gone);
        current().prepareRemove(name); // last: what it loads must stay in the cache
        return () -> {
            current().remove(name);
            forgetting.apply();
        };
    }

    /**
     * Checks that what the attributes lie in besides the object header can be given back.
     *
     * @return the change
     */
    Change release() throws IOException {
        storage().prepareRelease();
        return () -> storage().release();
    }

    /**
     * Checks that the structures of dense storage agree with each other.
     *
     * @throws FormatException if one of them has free space in which there is an attribute, or two attributes share bytes
     */
    public void verify() throws IOException {
        storage().verify();
    }

    /** What attributes refer to outside of the header. */
    public interface References {
        /**
         * An object of the global heap.
         *
         * @return whether it is to be looked into: only if it exists, and once
         */
        boolean heapObject(GlobalHeapId id, Holding holding) throws IOException;

        /** The object header of a committed datatype. */
        void datatype(long address);
    }

    /**
     * Finds what the attributes refer to.
     *
     * @return what hinders an account of their space
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

    private void findReferences(
            dev.fallow.format.message.Attribute attribute, References references, List<String> findings)
            throws IOException {
        try {
            AttributeValues values = values();
            long committed = values.committedDatatype(attribute);
            if (committed != CommittedDatatype.NONE) {
                references.datatype(committed);
            }
            values.forEachHeapReference(attribute, references::heapObject);
        } catch (UnsupportedFeatureException e) {
            findings.add("%s: attribute %s: %s are not followed".formatted(where(), attribute.name(), e.getMessage()));
        }
    }

    /** Tells the blocks that the attributes lie in, besides the object header. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        storage().forEachBlock(visitor);
    }

    /** The addresses of the structures that the attributes lie in; no other object has the same ones. */
    public long[] structures() throws IOException {
        return storage().structures();
    }

    /**
     * Tells the objects of the global heap that the attributes refer to, of an object that is to be deleted.
     *
     * @throws UnsupportedFeatureException if an attribute is not understood
     */
    void forEachHeapReference(HeapVisitor visitor) throws IOException {
        AttributeValues values = values();
        forEach(attribute -> {
            requireOwn(attribute);
            values.forEachHeapReference(attribute, visitor);
        });
    }

    /** The object headers of the committed datatypes that the attributes use, one for each attribute that uses one. */
    List<Long> committedDatatypes() throws IOException {
        List<Long> addresses = new ArrayList<>();
        AttributeValues values = values();
        forEach(attribute -> {
            long committed = values.committedDatatype(attribute);
            if (committed != CommittedDatatype.NONE) {
                addresses.add(committed);
            }
        });
        return addresses;
    }

    private void requireOwn(dev.fallow.format.message.Attribute attribute) {
        if (attribute.dataspaceShared() || values().datatypeInHeap(attribute)) {
            throw unsupported("attribute " + attribute.name() + " has a shared message: deleting it");
        }
    }

    private dev.fallow.format.message.Attribute existing(AttributeStorage storage, String name) throws IOException {
        dev.fallow.format.message.Attribute found = storage.find(name);
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
