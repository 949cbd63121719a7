package dev.fallow.internal.dataset;

import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;

/** The value of elements that were never allocated. */
public final class FillValues {
    private FillValues() {}

    /**
     * One stored element; empty if it is zeros or undefined.
     *
     * @param header of the dataset
     */
    public static byte[] of(ObjectStore store, ObjectHeader header) {
        LiveMessage message = header.find(MessageType.FILL_VALUE);
        if (message != null) {
            byte[] value = FillValue.decode(message.body(store.sizes(), MessageType.FILL_VALUE.title()))
                    .value();
            return value == null ? new byte[0] : value; // explicitly undefined
        }
        LiveMessage old = header.find(MessageType.FILL_VALUE_OLD);
        return old == null
                ? new byte[0]
                : OldFillValue.decode(old.body(store.sizes(), MessageType.FILL_VALUE_OLD.title()))
                        .value();
    }
}
