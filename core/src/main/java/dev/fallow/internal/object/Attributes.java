package dev.fallow.internal.object;

import dev.fallow.Attribute;
import dev.fallow.CorruptFileException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The attributes of an object: their values, and what these refer to. How they are stored is {@link AttributeStorage}. */
public final class Attributes {
    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;

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
        dev.fallow.format.message.Attribute found = existing(storage(), name);
        Datatype datatype = datatype(found);
        Dataspace space = dataspace(found);
        long[] dimensions = space.kind() == Dataspace.Kind.NULL ? null : space.sizes();
        return new Attribute(name, datatype, dimensions, data(found, datatype, space), where());
    }

    /** The type of an attribute's elements. */
    Datatype datatype(dev.fallow.format.message.Attribute attribute) throws IOException {
        return attribute.datatypeShared()
                ? CommittedDatatype.read(
                        store,
                        attribute.sharedDatatype(store.sizes()),
                        "%s, attribute %s".formatted(where(), attribute.name()))
                : attribute.datatype();
    }

    private Dataspace dataspace(dev.fallow.format.message.Attribute attribute) throws IOException {
        if (!attribute.dataspaceShared()) {
            return attribute.dataspace(store.sizes());
        }
        SharedMessage reference = attribute.sharedDataspace(store.sizes());
        if (store.sharedMessages() == null || reference.address() != Addresses.UNDEFINED) {
            throw unsupported("attribute " + attribute.name() + " has a shared dataspace, which");
        }
        return Dataspace.decode(store.sharedMessages().find(MessageType.DATASPACE.number(), reference.heapId()));
    }

    /** The elements; with a committed datatype only now there is known how many bytes they are. */
    private byte[] data(dev.fallow.format.message.Attribute attribute, Datatype datatype, Dataspace space) {
        byte[] data = attribute.data();
        long count = space.elementCount();
        if (count > data.length / datatype.size()) {
            throw new CorruptFileException("%s: attribute %s: expected %d elements of %d bytes, found %d bytes"
                    .formatted(where(), attribute.name(), count, datatype.size(), data.length));
        }
        return Arrays.copyOf(data, (int) (count * datatype.size()));
    }

    /**
     * Checks that an attribute can be added, or replace the one of this name if that is allowed.
     *
     * @return the change
     */
    public Change put(String name, TypedValue value, boolean replace) throws IOException {
        AttributeStorage storage = storage();
        dev.fallow.format.message.Attribute before = storage.find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        if (before != null) {
            checkForgettable(before);
        }
        byte[] body = store.encode(store.newObjects()
                .attribute(store.sizes(), name, value.datatype(), value.dataspace(), value.bytes())::encode);
        if (before != null) {
            storage.prepareReplace(name, body.length);
            return () -> storage().replace(name, body);
        }
        storage.prepareAdd(name, body.length);
        return () -> storage().add(name, body);
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
     * Checks that the attribute of a name can be deleted.
     *
     * @return the change
     */
    public Change delete(String name) throws IOException {
        AttributeStorage storage = storage();
        checkForgettable(existing(storage, name));
        storage.prepareRemove(name);
        return () -> storage().remove(name);
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

    /** What attributes refer to outside of the header. */
    public interface References {
        /** A global heap collection. */
        void globalHeap(long address);

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
            if (attribute.datatypeShared() && !CommittedDatatype.isInHeap(attribute.sharedDatatype(store.sizes()))) {
                references.datatype(CommittedDatatype.addressOf(attribute.sharedDatatype(store.sizes()), where()));
            }
            new GlobalHeapReferences(store.sizes(), references::globalHeap)
                    .collect(datatype(attribute), attribute.data());
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
     * Checks that nothing is lost track of when the object is deleted, its committed datatypes apart.
     *
     * @throws UnsupportedFeatureException if an attribute refers to something outside of the header
     */
    public void checkDeletable() throws IOException {
        forEach(attribute -> {
            if (attribute.dataspaceShared()) {
                throw unsupported("attribute " + attribute.name() + " has a shared dataspace: deleting it");
            }
            if (datatype(attribute).refersToGlobalHeap()) {
                throw unsupported("attribute " + attribute.name() + " has data in a global heap: deleting it");
            }
        });
    }

    /** The object headers of the committed datatypes that the attributes use, one for each attribute that uses one. */
    List<Long> committedDatatypes() throws IOException {
        List<Long> addresses = new ArrayList<>();
        forEach(attribute -> {
            if (attribute.datatypeShared()) {
                addresses.add(CommittedDatatype.addressOf(attribute.sharedDatatype(store.sizes()), where()));
            }
        });
        return addresses;
    }

    private void checkForgettable(dev.fallow.format.message.Attribute attribute) {
        if (attribute.datatypeShared() || attribute.dataspaceShared()) {
            throw unsupported("attribute " + attribute.name() + " has a committed datatype: deleting it");
        }
        if (attribute.datatype().refersToGlobalHeap()) {
            throw unsupported("attribute " + attribute.name() + " has data in a global heap: deleting it");
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
        return store.fileName() + ": " + path;
    }
}
