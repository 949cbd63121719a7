package dev.fallow.internal.object;

import dev.fallow.format.message.FillValue;
import dev.fallow.format.message.OldFillValue;
import dev.fallow.format.objectheader.MessageType;

/** What the elements of a dataset are that were never allocated. */
final class FillValues {
    private FillValues() {}

    /**
     * One element as stored; empty where it is zeros or nothing is said.
     *
     * @param header of the dataset
     */
    static byte[] of(ObjectStore store, ObjectHeader header) {
        LiveMessage message = header.find(MessageType.FILL_VALUE);
        if (message != null) {
            byte[] value = FillValue.decode(message.body(store.sizes(), MessageType.FILL_VALUE.title()))
                    .value();
            return value == null ? new byte[0] : value; // said to be undefined
        }
        LiveMessage old = header.find(MessageType.FILL_VALUE_OLD);
        return old == null
                ? new byte[0]
                : OldFillValue.decode(old.body(store.sizes(), MessageType.FILL_VALUE_OLD.title()))
                        .value();
    }
}
