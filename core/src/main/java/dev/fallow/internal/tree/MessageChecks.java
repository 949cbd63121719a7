package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;

/** Finds messages that prevent an object from being deleted or copied. */
final class MessageChecks {
    private MessageChecks() {}

    /** A description of the first message in a header that is not understood; null if all are. */
    static String notUnderstood(ObjectHeader header) {
        if (header.hasOnly(MessageFlags.SHARED, MessageType.EXTERNAL_DATA_FILES)) {
            return null;
        }
        for (LiveMessage message : header.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElse(null);
            if ((message.flags() & MessageFlags.SHARED) != 0 && type != MessageType.DATATYPE) {
                return "a shared " + MessageType.titleOf(message.type());
            }
            if (type == null
                    || type == MessageType.EXTERNAL_DATA_FILES && ObjectKinds.of(header) != ObjectKind.DATASET) {
                return MessageType.titleOf(message.type());
            }
        }
        return null;
    }
}
