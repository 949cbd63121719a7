package dev.fallow.internal.object;

import dev.fallow.Attribute;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectExistsException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * The attributes of an object with compact storage: one message each in its header, and an attribute info message
 * while there are any.
 */
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
    public List<String> names() {
        requireCompact();
        TreeSet<String> names = new TreeSet<>();
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            names.add(decode(message).name());
        }
        return List.copyOf(names);
    }

    /** The attribute of a name. */
    public Attribute get(String name) {
        dev.fallow.format.message.Attribute found = decode(existing(name));
        if (found.datatypeShared() || found.dataspaceShared()) {
            throw unsupported("attribute " + name + " has a committed datatype or a shared dataspace");
        }
        Dataspace space = found.dataspace(store.sizes());
        long[] dimensions = space.kind() == Dataspace.Kind.NULL ? null : space.sizes();
        return new Attribute(name, found.datatype(), dimensions, found.data(), where());
    }

    /**
     * Checks that an attribute can be added, or replace the one of this name if that is allowed.
     *
     * @return the change
     */
    public Change put(String name, TypedValue value, boolean replace) {
        LiveMessage before = find(name);
        if (before != null && !replace) {
            throw new ObjectExistsException(where() + ": attribute " + name + " exists");
        }
        if (before != null) {
            checkForgettable(before);
        }
        if (value.size() > header.format().largestSize()) {
            throw tooLarge(name, value.size());
        }
        byte[] body = store.encode(dev.fallow.format.message.Attribute.of(
                store.sizes(), name, value.datatype(), value.dataspace(), value.bytes())::encode);
        if (body.length > header.format().largestSize()) {
            throw tooLarge(name, body.length);
        }
        return () -> {
            if (before != null) {
                header.replace(before, MessageType.ATTRIBUTE, body);
            } else {
                header.add(MessageType.ATTRIBUTE, 0, nextCreationIndex(), body, 0);
            }
        };
    }

    private WrongTypeException tooLarge(String name, long bytes) {
        return new WrongTypeException("%s: attribute %s needs %d bytes, in an object header there is room for %d"
                .formatted(where(), name, bytes, header.format().largestSize()));
    }

    /**
     * Checks that the attribute of a name can be deleted.
     *
     * @return the change
     */
    public Change delete(String name) {
        LiveMessage message = existing(name);
        checkForgettable(message);
        return () -> {
            header.remove(message);
            LiveMessage info = header.find(MessageType.ATTRIBUTE_INFO);
            if (info != null && header.count(MessageType.ATTRIBUTE) == 0) {
                header.remove(info);
            }
        };
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

    /**
     * Finds the global heap collections that the values of these attributes refer to.
     *
     * @return what hinders an account of their space
     */
    public List<String> claimGlobalHeaps(LongConsumer collections) {
        List<String> findings = new ArrayList<>();
        if (dense()) {
            findings.add(where() + ": dense attribute storage is not followed");
        }
        GlobalHeapReferences references = new GlobalHeapReferences(store.sizes(), collections);
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            String reason = shared(message);
            if (reason != null) {
                findings.add(where() + ": " + reason);
                continue;
            }
            dev.fallow.format.message.Attribute attribute = decode(message);
            try {
                references.collect(attribute.datatype(), attribute.data());
            } catch (UnsupportedFeatureException e) {
                findings.add(
                        "%s: attribute %s: %s are not followed".formatted(where(), attribute.name(), e.getMessage()));
            }
        }
        return findings;
    }

    /**
     * Checks that nothing is lost track of when the object is deleted.
     *
     * @throws UnsupportedFeatureException if an attribute refers to something outside of the header
     */
    public void checkDeletable() {
        requireCompact();
        header.messages(MessageType.ATTRIBUTE).forEach(this::checkForgettable);
    }

    private void checkForgettable(LiveMessage message) {
        String reason = notUnderstood(message);
        if (reason != null) {
            throw unsupported(reason + ": deleting it");
        }
    }

    private String notUnderstood(LiveMessage message) {
        String shared = shared(message);
        if (shared != null) {
            return shared;
        }
        dev.fallow.format.message.Attribute attribute = decode(message);
        return attribute.datatype().refersToGlobalHeap()
                ? "attribute " + attribute.name() + " has data in a global heap"
                : null;
    }

    private String shared(LiveMessage message) {
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            return "a shared attribute";
        }
        dev.fallow.format.message.Attribute attribute = decode(message);
        return attribute.datatypeShared() || attribute.dataspaceShared()
                ? "attribute " + attribute.name() + " has a committed datatype"
                : null;
    }

    private LiveMessage existing(String name) {
        LiveMessage message = find(name);
        if (message == null) {
            throw new NoSuchObjectException(where() + ": there is no attribute " + name);
        }
        return message;
    }

    private LiveMessage find(String name) {
        requireCompact();
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

    private boolean dense() {
        LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
        return message != null && info(message).dense();
    }

    private AttributeInfo info(LiveMessage message) {
        return AttributeInfo.decode(message.body(store.sizes(), MessageType.ATTRIBUTE_INFO.title()));
    }

    private void requireCompact() {
        if (dense()) {
            throw unsupported("dense attribute storage");
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
