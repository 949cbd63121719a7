package dev.fallow.internal.dataset;

import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.ObjectHeader;

/** The value of elements that were never allocated. */
public final class FillValues {
    private FillValues() {}

    /** One stored element; empty if it is zeros or undefined. */
    public static byte[] of(ObjectHeader header) {
        FillValue message = message(header);
        if (message != null) {
            return message.value() == null ? new byte[0] : message.value(); // explicitly undefined
        }
        OldFillValue old = header.find(MessageType.FILL_VALUE_OLD, OldFillValue::decode);
        return old == null ? new byte[0] : old.value();
    }

    /** The fill value message; null if there is none, or only an old one. */
    static FillValue message(ObjectHeader header) {
        return header.find(MessageType.FILL_VALUE, FillValue::decode);
    }

    /** Whether the fill value is not written into new space. */
    static boolean never(ObjectHeader header) {
        FillValue message = message(header);
        return message != null && message.fillTime() == FillValue.FillTime.NEVER;
    }

    /** When space is allocated. */
    static FillValue.AllocationTime allocation(ObjectHeader header) {
        FillValue message = message(header);
        return message == null ? FillValue.AllocationTime.UNSPECIFIED : message.allocationTime();
    }
}
