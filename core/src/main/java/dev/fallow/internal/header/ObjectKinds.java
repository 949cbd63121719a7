package dev.fallow.internal.header;

import dev.fallow.ObjectKind;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;

/** Determines the kind of an object or link. */
public final class ObjectKinds {
    private ObjectKinds() {}

    /** The kind of the object with this header, determined by the messages specific to each kind. */
    public static ObjectKind of(ObjectHeader header) {
        if (header.has(MessageType.LINK_INFO) || header.has(MessageType.SYMBOL_TABLE)) {
            return ObjectKind.GROUP;
        } else if (header.has(MessageType.DATA_LAYOUT)) {
            return ObjectKind.DATASET;
        } else if (header.has(MessageType.DATATYPE)) {
            return ObjectKind.DATATYPE;
        }
        return ObjectKind.UNKNOWN;
    }

    /** The kind of a link that is not a hard link. */
    public static ObjectKind of(LinkTarget target) {
        if (target instanceof LinkTarget.Soft) {
            return ObjectKind.SOFT_LINK;
        } else if (target instanceof LinkTarget.External) {
            return ObjectKind.EXTERNAL_LINK;
        }
        return ObjectKind.USER_DEFINED_LINK;
    }
}
