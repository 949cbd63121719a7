package dev.fallow.internal.attribute;

import dev.fallow.ContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;

/** The attribute info message of an object, present while a version 2 header has attributes. */
public final class AttributeInfos {
    /** The creation order of attributes for which it is not tracked; tracked creation orders are below it. */
    public static final int NO_ORDER = 0xFFFF;

    private AttributeInfos() {}

    /** The message, or the equivalent default if there is none. */
    static AttributeInfo get(ObjectHeader header) {
        AttributeInfo known = header.attributeInfo();
        if (known == null) {
            known = read(header);
            header.keepAttributeInfo(known);
        }
        return known;
    }

    private static AttributeInfo read(ObjectHeader header) {
        AttributeInfo stored = header.find(MessageType.ATTRIBUTE_INFO, AttributeInfo::decode);
        if (stored != null) {
            return stored;
        }
        return new AttributeInfo(
                header.format().creationOrderTracked(),
                header.format().creationOrderIndexed(),
                0,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED);
    }

    /** The creation order of the next attribute. */
    static int nextOrder(AttributeInfo info) {
        return info.creationOrderTracked() ? info.maxCreationIndex() : NO_ORDER;
    }

    /** The message after the next attribute has been added. */
    static AttributeInfo afterNext(AttributeInfo info) {
        return info.creationOrderTracked() ? info.withMaxCreationIndex(info.maxCreationIndex() + 1) : info;
    }

    /** Checks that the creation orders are not exhausted. */
    static void checkNextOrder(AttributeInfo info, String where) {
        checkOrders(info, 1, where);
    }

    /** Checks that there are creation orders for this number of attributes. */
    static void checkOrders(AttributeInfo info, int count, String where) {
        int last = info.maxCreationIndex() + count - 1;
        if (count > 0 && info.creationOrderTracked() && last >= NO_ORDER) {
            throw new ContainerException("%s: expected a creation order of less than %d for a new attribute, found %d"
                    .formatted(where, NO_ORDER, last));
        }
    }

    /** Writes the message, adding it if there is none. */
    static void put(ObjectStore store, ObjectHeader header, AttributeInfo info) {
        LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
        byte[] body = store.encode(info::encode);
        header.keepAttributeInfo(info);
        if (message == null) {
            header.add(MessageType.ATTRIBUTE_INFO, MessageFlags.DO_NOT_SHARE, body, 0);
        } else {
            header.replace(message, MessageType.ATTRIBUTE_INFO, body);
        }
    }

    /** Removes the message, after the last attribute has been removed. */
    static void remove(ObjectHeader header) {
        LiveMessage message = header.find(MessageType.ATTRIBUTE_INFO);
        header.keepAttributeInfo(null);
        if (message != null) {
            header.remove(message);
        }
    }
}
