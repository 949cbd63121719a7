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

    /** One stored element; empty if it is zeros or undefined. */
    public static byte[] of(ObjectStore store, ObjectHeader header) {
        FillValue message = message(store, header);
        if (message != null) {
            return message.value() == null ? new byte[0] : message.value(); // explicitly undefined
        }
        LiveMessage old = header.find(MessageType.FILL_VALUE_OLD);
        return old == null
                ? new byte[0]
                : OldFillValue.decode(old.body(store.sizes(), MessageType.FILL_VALUE_OLD.title()))
                        .value();
    }

    /** The fill value message; null if there is none, or only an old one. */
    static FillValue message(ObjectStore store, ObjectHeader header) {
        LiveMessage message = header.find(MessageType.FILL_VALUE);
        return message == null ? null : FillValue.decode(message.body(store.sizes(), MessageType.FILL_VALUE.title()));
    }

    /** Whether the fill value is not written into new space. */
    static boolean never(ObjectStore store, ObjectHeader header) {
        FillValue message = message(store, header);
        return message != null && message.fillTime() == FillValue.FillTime.NEVER;
    }

    /** When space is allocated. */
    static FillValue.AllocationTime allocation(ObjectStore store, ObjectHeader header) {
        FillValue message = message(store, header);
        return message == null ? FillValue.AllocationTime.UNSPECIFIED : message.allocationTime();
    }
}
