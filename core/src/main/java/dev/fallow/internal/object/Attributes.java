package dev.fallow.internal.object;

import dev.fallow.Attribute;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.HeapVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The attributes of an object. In compact storage they are one message each in its header, with an attribute info message
 * while there are any, and can be changed; in dense storage they can be read.
 */
public final class Attributes {
    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;
    /** What {@link #dense()} has found, once it has looked. */
    private DenseAttributes dense;

    private boolean opened;

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

    private void forEach(Consumer<dev.fallow.format.message.Attribute> action) throws IOException {
        if (dense() != null) {
            dense.forEach(action);
            return;
        }
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            action.accept(decode(message));
        }
    }

    /** The attributes as they are stored, in the order of their creation; in that of their places if it is not tracked. */
    List<dev.fallow.format.message.Attribute> inCreationOrder() throws IOException {
        List<dev.fallow.format.message.Attribute> attributes = new ArrayList<>();
        if (dense() != null) {
            dense.forEach(attributes::add);
            return attributes;
        }
        List<LiveMessage> messages = header.messages(MessageType.ATTRIBUTE);
        messages.sort(Comparator.comparingInt(LiveMessage::creationIndex));
        messages.forEach(message -> attributes.add(decode(message)));
        return attributes;
    }

    /**
     * Adds an attribute as it is stored elsewhere; its name must not be taken.
     *
     * @return the change
     */
    Change insertion(dev.fallow.format.message.Attribute attribute) {
        byte[] body = store.encode(attribute::encode);
        return () -> header.add(MessageType.ATTRIBUTE, 0, nextCreationIndex(), body, 0);
    }

    /** The attribute of a name. */
    public Attribute get(String name) throws IOException {
        dev.fallow.format.message.Attribute found = dense() == null ? decode(existing(name)) : dense.find(name);
        if (found == null) {
            throw noAttribute(name);
        }
        return values().read(found);
    }

    private AttributeValues values() {
        return new AttributeValues(store, where());
    }

    /** The type of an attribute's elements. */
    Datatype datatype(dev.fallow.format.message.Attribute attribute) throws IOException {
        return values().datatype(attribute);
    }

    /** These attributes as they are now: a check may have taken the header out of the cache. */
    private Attributes current() throws IOException {
        return new Attributes(store, store.header(header.address()), path);
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
        requireCompact();
        LiveMessage before = find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        AttributeValues values = values();
        Change forgetting = () -> {};
        Change use = CommittedDatatype.oneUserMore(store, committed);
        if (before != null) {
            requireOwn(before);
            boolean same = committed != CommittedDatatype.NONE && values.committedDatatype(decode(before)) == committed;
            forgetting = values.forgetting(decode(before), !same, gone);
            use = same ? () -> {} : use;
        }
        AttributeValues.Prepared prepared = values.prepare(name, value, committed);
        if (prepared.length() > header.format().largestSize()) {
            throw tooLarge(name, prepared.length());
        }
        store.header(header.address()).checkCanGrow();
        Change using = use;
        Change forget = forgetting;
        return () -> {
            current().store(name, prepared.store());
            using.apply();
            forget.apply();
        };
    }

    private void store(String name, byte[] body) {
        LiveMessage before = find(name);
        if (before != null) {
            header.replace(before, MessageType.ATTRIBUTE, body);
        } else {
            header.add(MessageType.ATTRIBUTE, 0, nextCreationIndex(), body, 0);
        }
    }

    private WrongTypeException tooLarge(String name, long bytes) {
        return new WrongTypeException("%s: attribute %s needs %d bytes, in an object header there is room for %d"
                .formatted(where(), name, bytes, header.format().largestSize()));
    }

    /**
     * Checks that an attribute can be given another name. Its creation order stays.
     *
     * @return the change
     */
    public Change rename(String name, String newName) {
        requireCompact();
        LiveMessage message = existing(name);
        if (find(newName) != null) {
            throw new ObjectExistsException(where() + ": attribute " + newName + " exists");
        }
        byte[] body = store.encode(decode(message).withName(newName)::encode);
        if (body.length > header.format().largestSize()) {
            throw tooLarge(newName, body.length);
        }
        header.checkCanGrow();
        return () -> header.replace(message, MessageType.ATTRIBUTE, body);
    }

    /**
     * Checks that the attribute of a name can be deleted. What it refers to is given back.
     *
     * @param gone told the address of a committed datatype that loses its last user
     * @return the change
     */
    public Change delete(String name, LongConsumer gone) throws IOException {
        requireCompact();
        LiveMessage message = existing(name);
        requireOwn(message);
        Change forgetting = values().forgetting(decode(message), true, gone);
        store.header(header.address());
        return () -> {
            current().remove(name);
            forgetting.apply();
        };
    }

    private void remove(String name) {
        header.remove(existing(name));
        LiveMessage info = header.find(MessageType.ATTRIBUTE_INFO);
        if (info != null && header.count(MessageType.ATTRIBUTE) == 0) {
            header.remove(info);
        }
    }

    /**
     * The creation index for one more attribute; makes the attribute info message if there is none.
     *
     * @return 0 where creation order is not tracked
     */
    private int nextCreationIndex() {
        if (!header.format().hasAttributeInfo()) {
            return 0;
        }
        LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
        boolean tracked = header.format().creationOrderTracked();
        if (message == null) {
            AttributeInfo info = new AttributeInfo(
                    tracked,
                    header.format().creationOrderIndexed(),
                    tracked ? 1 : 0,
                    AttributeInfo.COMPACT.heapAddress(),
                    AttributeInfo.COMPACT.nameIndexAddress(),
                    AttributeInfo.COMPACT.orderIndexAddress());
            header.add(MessageType.ATTRIBUTE_INFO, MessageFlags.DO_NOT_SHARE, store.encode(info::encode), 0);
            return 0;
        }
        AttributeInfo info = info(message);
        if (!info.creationOrderTracked()) {
            return 0;
        }
        int index = info.maxCreationIndex();
        AttributeInfo next = new AttributeInfo(
                true,
                info.creationOrderIndexed(),
                index + 1,
                info.heapAddress(),
                info.nameIndexAddress(),
                info.orderIndexAddress());
        header.replace(message, MessageType.ATTRIBUTE_INFO, store.encode(next::encode));
        return index;
    }

    /** What attributes refer to outside of the header. */
    public interface References {
        /**
         * An object of the global heap.
         *
         * @return whether it is to be looked into: only if it exists, and once
         */
        boolean heapObject(GlobalHeapId id) throws IOException;

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
        if (dense() != null) {
            List<dev.fallow.format.message.Attribute> attributes = new ArrayList<>();
            dense.forEach(attributes::add);
            for (dev.fallow.format.message.Attribute attribute : attributes) {
                findReferences(attribute, references, findings);
            }
            return findings;
        }
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            if ((message.flags() & MessageFlags.SHARED) != 0) {
                findings.add(where() + ": a shared attribute");
            } else {
                findReferences(decode(message), references, findings);
            }
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
        if (dense() != null) {
            dense.forEachBlock(visitor);
        }
    }

    /** The addresses of the structures that the attributes lie in; no other object has the same ones. */
    public long[] structures() throws IOException {
        return dense() == null ? new long[0] : dense.structures();
    }

    /**
     * Tells the objects of the global heap that the attributes refer to, of an object that is to be deleted.
     *
     * @throws UnsupportedFeatureException if an attribute is not understood
     */
    void forEachHeapReference(HeapVisitor visitor) throws IOException {
        requireCompact();
        AttributeValues values = values();
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            requireOwn(message);
            values.forEachHeapReference(decode(message), visitor);
        }
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

    private void requireOwn(LiveMessage message) {
        dev.fallow.format.message.Attribute attribute = decode(message);
        if (attribute.dataspaceShared()) {
            throw unsupported("attribute " + attribute.name() + " has a shared dataspace: deleting it");
        }
    }

    private LiveMessage existing(String name) {
        LiveMessage message = find(name);
        if (message == null) {
            throw noAttribute(name);
        }
        return message;
    }

    private NoSuchObjectException noAttribute(String name) {
        return new NoSuchObjectException(where() + ": there is no attribute " + name);
    }

    private LiveMessage find(String name) {
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            if (decode(message).name().equals(name)) {
                return message;
            }
        }
        return null;
    }

    private dev.fallow.format.message.Attribute decode(LiveMessage message) {
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            throw unsupported("a shared attribute");
        }
        return dev.fallow.format.message.Attribute.decode(message.body(store.sizes(), MessageType.ATTRIBUTE.title()));
    }

    /** The attributes in dense storage, or null if they are compact. */
    private DenseAttributes dense() throws IOException {
        if (!opened) {
            LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
            AttributeInfo info = message == null ? AttributeInfo.COMPACT : info(message);
            dense = info.dense() ? DenseAttributes.open(store.structureStore(), info, where()) : null;
            opened = true;
        }
        return dense;
    }

    private AttributeInfo info(LiveMessage message) {
        return AttributeInfo.decode(message.body(store.sizes(), MessageType.ATTRIBUTE_INFO.title()));
    }

    private void requireCompact() {
        LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
        if (message != null && info(message).dense()) {
            throw unsupported("changing dense attribute storage");
        }
    }

    private UnsupportedFeatureException unsupported(String what) {
        return new UnsupportedFeatureException(
                "%s, object header at address %d: %s is not supported yet".formatted(where(), header.address(), what));
    }

    private String where() {
        return store.fileName() + ": " + path;
    }
}
