package dev.fallow.internal.attribute;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.Conversion;
import dev.fallow.CorruptFileException;
import dev.fallow.RawElements;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Printable;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.data.Nothing;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedArray;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.GlobalHeapReferences;
import dev.fallow.internal.dataset.HeapValues;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Decodes stored attributes: their datatypes, elements and references.
 *
 * @param where the file and the object, for messages
 */
record AttributeReader(ObjectStore store, String where) {
    /** The file, the object and the attribute, for messages. */
    String where(AttributeMessage attribute) {
        return where + ", attribute " + attribute.name();
    }

    /** The datatype of an attribute's elements, including shared datatypes. */
    Datatype datatype(AttributeMessage attribute) throws IOException {
        return attribute.datatypeShared()
                ? CommittedDatatypes.read(store, attribute.sharedDatatype(store.sizes()), where(attribute))
                : attribute.datatype();
    }

    /** The address of its committed datatype; -1 if it has none. */
    long committedDatatype(AttributeMessage attribute) {
        return attribute.datatypeShared() && !datatypeInHeap(attribute)
                ? CommittedDatatypes.addressOf(attribute.sharedDatatype(store.sizes()), where(attribute))
                : CommittedDatatypes.NONE;
    }

    /** Whether its datatype is in a shared message heap. */
    private boolean datatypeInHeap(AttributeMessage attribute) {
        return attribute.datatypeShared() && CommittedDatatypes.isInHeap(attribute.sharedDatatype(store.sizes()));
    }

    /** The attribute with its own datatype, unless that is committed, and its own dataspace. */
    AttributeMessage inFull(AttributeMessage attribute) throws IOException {
        AttributeMessage full = attribute;
        if (attribute.dataspaceShared()) {
            Dataspace space = dataspace(attribute);
            long id = SharedMessages.idOf(attribute.sharedDataspace(store.sizes()));
            full = full.withOwnDataspace(bytes(MessageType.DATASPACE, id), data(attribute, datatype(attribute), space));
        }
        if (datatypeInHeap(attribute)) {
            long id = SharedMessages.idOf(attribute.sharedDatatype(store.sizes()));
            full = full.withOwnDatatype(bytes(MessageType.DATATYPE, id));
        }
        return exact(full);
    }

    /**
     * The attribute without the bytes that fill its message up in a version 1 header. Where its datatype or dataspace is stored elsewhere,
     * the message alone does not tell how long its elements are.
     */
    AttributeMessage exact(AttributeMessage attribute) throws IOException {
        if (!attribute.datatypeShared() && !attribute.dataspaceShared()) {
            return attribute;
        }
        return attribute.withElementBytes(elementBytes(attribute, datatype(attribute), dataspace(attribute)));
    }

    private byte[] bytes(MessageType type, long id) throws IOException {
        FieldReader body = store.sharedMessages().find(type.number(), id);
        return body.bytes(body.remaining());
    }

    private Dataspace dataspace(AttributeMessage attribute) throws IOException {
        if (!attribute.dataspaceShared()) {
            return attribute.dataspace(store.sizes());
        }
        SharedMessage reference = attribute.sharedDataspace(store.sizes());
        if (store.sharedMessages() == null || reference.address() != Addresses.UNDEFINED) {
            throw new UnsupportedFeatureException(where(attribute) + ": a shared dataspace is not supported");
        }
        return Dataspace.decode(
                store.sharedMessages().find(MessageType.DATASPACE.number(), SharedMessages.idOf(reference)));
    }

    /** The public form of an attribute. Its global heap objects are read now, because they may not exist later. */
    Attribute read(AttributeMessage attribute) throws IOException {
        Datatype datatype = datatype(attribute);
        Dataspace space = dataspace(attribute);
        long[] dimensions = space.kind() == Dataspace.Kind.NULL ? null : space.sizes();
        byte[] data = data(attribute, datatype, space);
        Value value = value(where(attribute), datatype, dimensions, data);
        return new ReadAttribute(attribute.name(), datatype, dimensions, data, value);
    }

    /** Supplies the value of an attribute as a Java type, or an exception if it cannot be read. */
    @FunctionalInterface
    private interface Value {
        /** @param type {@code Object} stands for the Java type that belongs to the datatype */
        Object as(Class<?> type, Conversion conversion);
    }

    /** An attribute as it was when it was read. It has no dimensions if it is a scalar; they are null if there is no value (a null dataspace). */
    private record ReadAttribute(String name, Datatype datatype, long[] dimensions, byte[] bytes, Value decoded)
            implements Attribute {
        @Override
        public long[] dimensions() {
            return dimensions == null ? new long[0] : dimensions.clone();
        }

        @Override
        public boolean isNull() {
            return dimensions == null;
        }

        @Override
        public Object read() {
            return decoded.as(Object.class, Conversion.LOSSLESS);
        }

        @Override
        @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
        public <T> T read(Class<T> type, Conversion conversion) {
            if (type == RawElements.class) {
                return (T) new RawElements(bytes.clone());
            }
            return (T)
                    decoded.as(Objects.requireNonNull(type, "type"), Objects.requireNonNull(conversion, "conversion"));
        }

        @Override
        public String toString() {
            return Printable.message("attribute %s, %s%s".formatted(name, datatype, Shape.shown(dimensions)));
        }
    }

    /** The global heap objects of one attribute. They are read while the attribute is, because they may not exist later. */
    private static final class KeptHeapObjects implements HeapObjects {
        private final Map<GlobalHeapId, byte[]> objects = new HashMap<>();
        /** Null when the attribute has been read. */
        private HeapObjects heap;

        private KeptHeapObjects(HeapObjects heap) {
            this.heap = heap;
        }

        @Override
        public byte[] get(GlobalHeapId id) throws IOException {
            if (heap != null) {
                byte[] object = heap.get(id); // each time, because the heap limits the size of all elements
                objects.put(id, object);
                return object;
            }
            byte[] object = objects.get(id);
            if (object == null) {
                throw new IllegalStateException("an object of the global heap that was not read with the attribute");
            }
            return object;
        }

        @Override
        public GlobalHeapId put(byte[] data) {
            throw new IllegalStateException("nothing is written");
        }
    }

    private Value value(String what, Datatype datatype, long[] dimensions, byte[] data) throws IOException {
        if (dimensions == null) {
            return (type, conversion) -> Nothing.as(type, datatype, what);
        } else if (!datatype.refersToGlobalHeap()) {
            ElementContext context = ElementContext.of(what, store.sizes());
            return (type, conversion) -> decode(type, conversion, datatype, dimensions, data, context);
        }
        KeptHeapObjects objects = new KeptHeapObjects(HeapValues.reading(store));
        ElementContext context = new ElementContext(what, store.sizes(), objects);
        try {
            TypedArray.allocate(datatype, dimensions, Object.class, Conversion.LOSSLESS, true, context)
                    .decode(data);
        } catch (ContainerException e) {
            return (type, conversion) -> {
                throw e;
            };
        } catch (FormatException e) {
            return (type, conversion) -> {
                throw new CorruptFileException(what + ": " + e.getMessage(), e);
            };
        }
        objects.heap = null;
        return (type, conversion) -> decode(type, conversion, datatype, dimensions, data, context);
    }

    /** Runs outside any operation of the session, so it names the file itself. */
    private static Object decode(
            Class<?> type,
            Conversion conversion,
            Datatype datatype,
            long[] dimensions,
            byte[] data,
            ElementContext context) {
        try {
            if (Nothing.isArray(type, dimensions)) {
                return Nothing.array(type, dimensions, context.where());
            }
            return TypedArray.allocate(datatype, dimensions, type, conversion, true, context)
                    .decode(data)
                    .value();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // all bytes are in memory
        } catch (FormatException e) {
            throw new CorruptFileException(context.where() + ": " + e.getMessage(), e);
        }
    }

    /** The elements' bytes. */
    private byte[] data(AttributeMessage attribute, Datatype datatype, Dataspace space) {
        return Arrays.copyOf(attribute.data(), elementBytes(attribute, datatype, space));
    }

    /** How many bytes of the data are elements. For a committed datatype that is known only once the datatype has been read. */
    private int elementBytes(AttributeMessage attribute, Datatype datatype, Dataspace space) {
        int length = attribute.data().length;
        long count = space.elementCount();
        if (count > length / datatype.size()) {
            throw new CorruptFileException("%s: expected %d elements of %d bytes, found %d bytes"
                    .formatted(where(attribute), count, datatype.size(), length));
        }
        return (int) (count * datatype.size());
    }

    /** Visits the global heap objects that the elements refer to; refused if the elements are not understood. */
    void forEachHeapReference(AttributeMessage attribute, HeapVisitor visitor) throws IOException {
        Datatype datatype = datatype(attribute);
        if (datatype.refersToGlobalHeap()) {
            byte[] data = data(attribute, datatype, dataspace(attribute));
            new GlobalHeapReferences(store, visitor).collect(datatype, data);
        }
    }
}
