package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import java.io.IOException;

/** A datatype that lies in an object header of its own, where datasets and attributes refer to it. */
final class CommittedDatatype {
    private CommittedDatatype() {}

    /**
     * Reads it.
     *
     * @param where file and object that refers to it, for messages
     * @throws CorruptFileException if there is none
     * @throws UnsupportedFeatureException if the message is shared in another way
     */
    static Datatype read(ObjectStore store, SharedMessage reference, String where) throws IOException {
        if (isInHeap(reference) && store.sharedMessages() != null) {
            return Datatype.decode(store.sharedMessages().find(MessageType.DATATYPE.number(), reference.heapId()));
        }
        long address = addressOf(reference, where);
        LiveMessage message = store.header(address).find(MessageType.DATATYPE);
        if (message == null || (message.flags() & MessageFlags.SHARED) != 0) {
            throw new CorruptFileException("%s: expected a datatype in the object header at address %d, found %s"
                    .formatted(where, address, message == null ? "none" : "one that is shared itself"));
        }
        return Datatype.decode(message.body(store.sizes(), MessageType.DATATYPE.title()));
    }

    /** Whether it is no committed datatype but one in a heap of messages that objects share. */
    static boolean isInHeap(SharedMessage reference) {
        return reference.address() == Addresses.UNDEFINED;
    }

    /** The address of the object header that it lies in. */
    static long addressOf(SharedMessage reference, String where) {
        if (isInHeap(reference)) {
            throw new UnsupportedFeatureException(where + ": a shared message heap is not supported yet");
        }
        return reference.address();
    }
}
