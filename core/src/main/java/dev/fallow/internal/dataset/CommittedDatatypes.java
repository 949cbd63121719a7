package dev.fallow.internal.dataset;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.List;

/**
 * Reads and counts the users of committed datatypes: datatypes in their own object headers, to which datasets and attributes refer.
 * The link count of such a header includes these users.
 */
public final class CommittedDatatypes {
    /** The address that stands for no committed datatype. */
    public static final long NONE = Addresses.UNDEFINED;

    private CommittedDatatypes() {}

    /**
     * Reads a committed datatype through a reference.
     *
     * @throws CorruptFileException if there is no committed datatype at the address
     * @throws UnsupportedFeatureException if the reference is to another kind of shared message
     */
    public static Datatype read(ObjectStore store, SharedMessage reference, String where) throws IOException {
        if (isInHeap(reference) && store.sharedMessages() != null) {
            return DatatypeCodec.decode(
                    store.sharedMessages().find(MessageType.DATATYPE.number(), SharedMessages.idOf(reference)));
        }
        return read(store, addressOf(reference, where), where);
    }

    public static Datatype read(ObjectStore store, long address, String where) throws IOException {
        LiveMessage message = store.header(address).find(MessageType.DATATYPE);
        if (message == null || (message.flags() & MessageFlags.SHARED) != 0) {
            throw new CorruptFileException("%s: expected a datatype in the object header at address %d, found %s"
                    .formatted(where, address, message == null ? "none" : "one that is shared itself"));
        }
        return message.decoded(store.sizes(), DatatypeCodec::decode);
    }

    /** Whether the reference is to a datatype in a shared message heap. */
    public static boolean isInHeap(SharedMessage reference) {
        return reference.address() == Addresses.UNDEFINED;
    }

    /** The address of the committed datatype's object header. */
    public static long addressOf(SharedMessage reference, String where) {
        if (isInHeap(reference)) {
            throw new UnsupportedFeatureException(where + ": a shared message heap is not supported yet");
        }
        return reference.address();
    }

    /**
     * Checks that a datatype fits into a message of an object header.
     *
     * @throws TooLargeException if it does not, because it has too many members
     */
    public static void requireMessage(ObjectStore store, Datatype type) {
        boolean string = type instanceof VariableLength sequence && sequence.string();
        if (string
                || !(type instanceof Compound
                        || type instanceof Enumeration
                        || type instanceof Array
                        || type instanceof VariableLength)) {
            return; // the others always fit
        }
        int length = store.encode(out -> DatatypeCodec.encode(store.newObjects().form(type), out)).length;
        int most = store.newObjects().largestMessage();
        if (length > most) {
            throw new TooLargeException(
                    "%s: the datatype takes %d bytes in an object header, in which at most %d fit: it has too many members, or their names are too long"
                            .formatted(store.fileName(), length, most));
        }
    }

    /** Creates a committed datatype, which {@link #requireMessage fits}, without links. */
    public static ObjectHeader create(ObjectStore store, Datatype type, AttributeOptions attributes) {
        byte[] body =
                store.encode(out -> DatatypeCodec.encode(store.newObjects().form(type), out));
        // otherwise libhdf5 puts the message of a copy of the datatype into the table of shared messages
        int flags = MessageFlags.CONSTANT | MessageFlags.DO_NOT_SHARE;
        return store.newHeaders().create(List.of(new NewMessage(MessageType.DATATYPE, flags, body)), 0, attributes);
    }

    /**
     * Checks that one more user can be added.
     *
     * @param address the object header, or {@link #NONE}, for which nothing is changed
     */
    public static Change oneUserMore(ObjectStore store, long address) throws IOException {
        if (address == NONE) {
            return () -> {};
        }
        ObjectHeader header = store.header(address);
        if (header.linkCount() >= ObjectHeader.MOST_LINKS) {
            throw new ContainerException("%s: the datatype at address %d has %d links and users, the maximum"
                    .formatted(store.fileName(), address, header.linkCount()));
        }
        header.checkCanGrow();
        return () -> {
            ObjectHeader now = store.header(address);
            now.setLinkCount(now.linkCount() + 1);
        };
    }
}
