package dev.fallow.internal.object;

import dev.fallow.ObjectKind;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;

/** Tells what an object or a link is. */
public final class ObjectKinds {
    private ObjectKinds() {}

    /** What the object with this header is, by the messages that only such an object has. */
    public static ObjectKind of(ObjectHeader header) {
        if (header.find(MessageType.LINK_INFO) != null || header.find(MessageType.SYMBOL_TABLE) != null) {
            return ObjectKind.GROUP;
        } else if (header.find(MessageType.DATA_LAYOUT) != null) {
            return ObjectKind.DATASET;
        } else if (header.find(MessageType.DATATYPE) != null) {
            return ObjectKind.DATATYPE;
        }
        return ObjectKind.UNKNOWN;
    }

    /** What a link that is not hard is. */
    public static ObjectKind of(LinkTarget target) {
        if (target instanceof LinkTarget.Soft) {
            return ObjectKind.SOFT_LINK;
        } else if (target instanceof LinkTarget.External) {
            return ObjectKind.EXTERNAL_LINK;
        }
        return ObjectKind.USER_DEFINED_LINK;
    }
}
