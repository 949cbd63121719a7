package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetCopy;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.dataset.FillValues;
import dev.fallow.internal.external.ExternalMessages;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Copies the headers of datasets and committed datatypes. */
final class HeaderCopy {
    private final CopiedObjects objects;
    private final ObjectStore source;
    private final ObjectStore target;
    private final ElementCopy elements;

    HeaderCopy(CopiedObjects objects, ElementCopy elements) {
        this.objects = objects;
        source = objects.source();
        target = objects.target();
        this.elements = elements;
    }

    /**
     * Copies the header of a dataset or a committed datatype, without the messages that are added later.
     *
     * @param copied the layout of the copied elements of a dataset
     * @return the address of the copy
     */
    long copy(int index, DataLayout copied) throws IOException {
        ObjectHeader header = objects.header(index);
        List<NewMessage> messages = new ArrayList<>();
        for (LiveMessage message : header.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElseThrow();
            if (!isAddedLater(type)) {
                messages.add(new NewMessage(type, flags(type, message), body(index, header, message, type, copied)));
            }
        }
        return target.newHeaders().createLike(header, messages, spare(header)).address();
    }

    /**
     * The flags of a message of the copy. Its layout message is never constant: what libhdf5 allocated early may not be
     * allocated in the copy, and libhdf5 refuses to change a constant message when it allocates.
     */
    private static int flags(MessageType type, LiveMessage message) {
        return type == MessageType.DATA_LAYOUT ? message.flags() & ~MessageFlags.CONSTANT : message.flags();
    }

    private static boolean isAddedLater(MessageType type) {
        return switch (type) {
            case ATTRIBUTE, ATTRIBUTE_INFO, REFERENCE_COUNT, CONTINUATION, NIL -> true;
            default -> false;
        };
    }

    private byte[] body(int index, ObjectHeader header, LiveMessage message, MessageType type, DataLayout copied)
            throws IOException {
        if (type == MessageType.DATATYPE && (message.flags() & MessageFlags.SHARED) != 0) {
            SharedMessage reference = SharedMessage.decode(message.body(source.sizes(), "shared datatype"));
            return objects.committed(CommittedDatatypes.addressOf(reference, objects.path(index)));
        }
        if (type == MessageType.DATA_LAYOUT) {
            DatasetStorage dataset = DatasetStorage.of(source, header, objects.path(index));
            DataLayout layout = new DatasetCopy(dataset).layout(copied, elements);
            return target.encode(layout::encode);
        }
        if (type == MessageType.EXTERNAL_DATA_FILES) {
            return target.encode(ExternalMessages.copy(source, header, objects.path(index))::encode);
        }
        boolean fill = type == MessageType.FILL_VALUE || type == MessageType.FILL_VALUE_OLD;
        if (fill && ObjectKinds.of(header) == ObjectKind.DATASET) { // in another object the datatype is unknown
            return fillValue(index, header, message, type);
        }
        return message.bytes();
    }

    /** Only one of a dataset's two possible fill value messages is in effect; the other one is copied unchanged. */
    private byte[] fillValue(int index, ObjectHeader header, LiveMessage message, MessageType type) throws IOException {
        byte[] value = FillValues.of(source, header).clone();
        Datatype datatype =
                DatasetStorage.of(source, header, objects.path(index)).datatype();
        boolean counts = type == MessageType.FILL_VALUE || header.find(MessageType.FILL_VALUE) == null;
        if (value.length == 0 || !counts || elements.isPlain(datatype)) {
            return message.bytes();
        }
        if (type == MessageType.FILL_VALUE_OLD) {
            elements.convert(datatype, value);
            return target.encode(new OldFillValue(value)::encode);
        }
        FillValue fill = FillValue.decode(message.body(source.sizes(), type.title()));
        elements.convert(datatype, value);
        return target.encode(new FillValue(fill.version(), fill.allocationTime(), fill.fillTime(), value)::encode);
    }

    /** Bytes of the messages that will be added to a copied header, if all of them stay in the header. */
    static int spare(ObjectHeader header) {
        int bytes = 0;
        for (LiveMessage message : header.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElseThrow();
            boolean added = type == MessageType.LINK || type == MessageType.ATTRIBUTE;
            if (added || type == MessageType.ATTRIBUTE_INFO || type == MessageType.REFERENCE_COUNT) {
                bytes += message.total();
            }
        }
        return bytes;
    }
}
