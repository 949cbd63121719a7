package dev.fallow.internal.attribute;

import dev.fallow.WrongTypeException;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.dataset.creation.NewElements;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/** Converts between the values of an object's attributes and their messages. */
final class AttributeValues {
    /**
     * The size limit of an attribute in bytes: far above real sizes, and small enough for one array with its message.
     */
    private static final long LARGEST = 1L << 30;

    private final ObjectStore store;
    private final long owner;
    private final String where;
    private final AttributeReader reader;

    /**
     * @param owner the address of the object header that has the attributes
     * @param where file and object, for messages
     */
    AttributeValues(ObjectStore store, long owner, String where) {
        this.store = store;
        this.owner = owner;
        this.where = where;
        reader = new AttributeReader(store, where);
    }

    /**
     * Checks that the objects referenced by an attribute can be freed. Blocks loaded earlier may be evicted from the
     * cache.
     *
     * @param type whether the attribute also stops using its committed datatype, if it has one
     * @param users removes this one
     * @return the change
     */
    Change forgetting(AttributeMessage attribute, boolean type, DatatypeUsers users) throws IOException {
        Change removal = reader.datatype(attribute).refersToGlobalHeap() ? removal(attribute) : () -> {};
        long committed = type ? reader.committedDatatype(attribute) : CommittedDatatypes.NONE;
        Change user = committed == CommittedDatatypes.NONE
                ? () -> {}
                : users.oneLess(committed, owner, reader.where(attribute));
        return () -> {
            removal.apply();
            user.apply();
        };
    }

    private Change removal(AttributeMessage attribute) throws IOException {
        HeapRemoval removal = store.globalHeap().removal();
        reader.forEachHeapReference(attribute, removal::add);
        removal.prepare();
        return removal::apply;
    }

    /** An attribute about to be stored: checked, with its variable-length parts announced to the global heap. */
    final class Prepared {
        private final String name;
        private final TypedValue value;
        private final long committed;
        private final HeapInsertion insertion = store.globalHeap().insertion();

        private Prepared(String name, TypedValue value, long committed) throws IOException {
            if (value.size() > LARGEST) {
                throw new WrongTypeException("%s: attribute %s: expected a value of at most %d bytes, found %d"
                        .formatted(where, name, LARGEST, value.size()));
            }
            this.name = name;
            this.value = value;
            this.committed = committed;
            Elements.forEachPart(value, ElementContext.of(where, store.sizes()), insertion::announce);
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

    /**
     * Prepares an attribute with a value.
     *
     * @param committed the address of the committed datatype to use, or -1
     */
    Prepared prepare(String name, TypedValue value, long committed) throws IOException {
        return new Prepared(name, value, committed);
    }
}
