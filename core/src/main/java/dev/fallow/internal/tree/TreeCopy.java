package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.AttributeMessage;
import dev.fallow.format.message.DataLayout;
import dev.fallow.format.message.FillValue;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.OldFillValue;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.AttributeInfos;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.dataset.FillValues;
import dev.fallow.internal.dense.NewKeys;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.options.GroupOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Copies an object, or a group with everything that its hard links lead to, within a container or to another one.
 * Objects shared within the tree are copied once and shared within the copy. Soft, external and user-defined links are
 * copied unchanged. Committed datatypes used in the tree are copied too, as the reference library does by default.
 * Groups are created in the target's own format; datasets and datatypes keep their header messages.
 *
 * <p>First the whole tree is checked, and refused if any of it is not understood. Then the elements are copied, in
 * pieces of bounded size. The storage may refuse this; the space is then freed, and nothing has changed. Headers, links
 * and attributes follow. Nothing refers to the copy before it is complete.
 */
public final class TreeCopy {
    private static final int OBJECTS_BETWEEN_TRIMS = 1_024;

    private final ObjectStore source;
    private final ObjectStore target;
    private final ElementCopy elements;
    /** The objects of the tree, the top one first, each with the number of links to its copy, or of users. */
    private final VisitedObjects objects = new VisitedObjects();
    /** The address of each object's copy: its header, or before that the elements of a contiguous dataset. */
    private long[] copies;

    private long[] copiedElements;

    /** @param target may be the source itself */
    public TreeCopy(ObjectStore source, ObjectStore target) {
        this.source = source;
        this.target = target;
        elements = new ElementCopy(source, target);
    }

    /**
     * Checks everything to be copied, without changing anything.
     *
     * @param path the object's path, for messages
     * @throws UnsupportedFeatureException if a structure is not understood
     */
    public void plan(long address, String path) throws IOException {
        if (!source.sizes().equals(target.sizes())) {
            throw new UnsupportedFeatureException(
                    "%s: %s cannot be copied to %s, where addresses have %d bytes and lengths %d, instead of %d and %d"
                            .formatted(
                                    source.fileName(),
                                    path,
                                    target.fileName(),
                                    target.sizes().offsets(),
                                    target.sizes().lengths(),
                                    source.sizes().offsets(),
                                    source.sizes().lengths()));
        }
        meet(address, path, VisitedObjects.NO_PARENT);
        for (int i = 0; i < objects.size(); i++) {
            planObject(i);
            trimAfter(i);
        }
    }

    private void meet(long address, String name, int parent) {
        int index = objects.indexOf(address);
        if (index < 0) {
            objects.add(address, 1, name, parent);
        } else {
            objects.set(index, objects.value(index) + 1);
        }
    }

    private void planObject(int index) throws IOException {
        ObjectHeader header = source.header(objects.address(index));
        String path = objects.path(index);
        for (LiveMessage message : header.messages(any -> true)) {
            checkUnderstood(message, header, path);
        }
        ObjectKind kind = ObjectKinds.of(header);
        if (kind == ObjectKind.GROUP) {
            Groups.options(source, header); // they are readable
            Links.of(source, header, path).forEach(link -> {
                checkLength("the link " + link.name(), link.encodedLength(target.sizes()), header, path);
                if (link.target() instanceof LinkTarget.Hard hard) {
                    meet(hard.address(), link.name(), index);
                }
            });
        } else if (kind == ObjectKind.DATASET) {
            planDataset(index, DatasetStorage.of(source, header, path));
        } else if (kind == ObjectKind.DATATYPE) {
            CommittedDatatypes.read(source, header.address(), where(header, path)); // it can be read
        } else if (kind == ObjectKind.UNKNOWN) {
            throw refusal(header, path, "an object of unknown kind");
        }
        planAttributes(index, header, path);
    }

    private void planDataset(int index, DatasetStorage dataset) throws IOException {
        FillValues.of(source, source.header(objects.address(index))); // it is readable
        dataset.announceCopy(elements);
        if (dataset.storageAddress() >= 0) {
            target.announceElements(dataset.storageSize());
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            meet(dataset.committedDatatypeAddress(), "(its datatype)", index);
        }
    }

    private void planAttributes(int index, ObjectHeader header, String path) throws IOException {
        Attributes attributes = new Attributes(source, header, path);
        NewKeys keys = new NewKeys(where(header, path), false);
        for (AttributeMessage attribute : attributes.inCreationOrder()) {
            keys.add(attribute.name(), AttributeInfos.NO_ORDER);
            elements.announce(attributes.datatype(attribute), attribute.data().clone());
            if (ObjectKinds.of(header) == ObjectKind.GROUP) {
                int length = attribute.encodedLength(target.sizes());
                checkLength("attribute " + attribute.name(), length, header, path);
            }
        }
        for (long datatype : attributes.committedDatatypes()) {
            meet(datatype, "(the datatype of an attribute)", index);
        }
    }

    /** Groups take the target's usual form, which may not have room for very long messages. */
    private void checkLength(String what, int length, ObjectHeader header, String path) {
        int most = target.newObjects().largestMessage();
        if (target.newObjects().earliest() && length > most) {
            throw refusal(header, path, "%.80s, %d bytes of which %d fit in".formatted(what, length, most));
        }
    }

    private void checkUnderstood(LiveMessage message, ObjectHeader header, String path) {
        MessageType type = MessageType.of(message.type()).orElse(null);
        if ((message.flags() & MessageFlags.SHARED) != 0 && type != MessageType.DATATYPE) {
            throw refusal(header, path, "a shared " + MessageType.titleOf(message.type()));
        }
        if (type == null || type == MessageType.EXTERNAL_DATA_FILES) {
            throw refusal(header, path, MessageType.titleOf(message.type()));
        }
    }

    private String where(ObjectHeader header, String path) {
        return "%s: %s, object header at address %d".formatted(source.fileName(), path, header.address());
    }

    private UnsupportedFeatureException refusal(ObjectHeader header, String path, String what) {
        return new UnsupportedFeatureException(where(header, path) + ": " + what + " cannot be copied yet");
    }

    /**
     * Makes the copy. Blocks loaded earlier may be evicted from the caches. Nothing refers to the copy yet; its top
     * object's link count includes the link to be added.
     *
     * @return the address of the top object of the copy
     * @throws ElementsNotWrittenException if the storage refuses to write or read elements; nothing has changed then
     */
    public long carryOut() throws IOException {
        copies = new long[objects.size()];
        copiedElements = new long[objects.size()];
        copyElements();
        for (int i = 0; i < copies.length; i++) {
            trimAfter(i);
            if (kind(i) == ObjectKind.DATATYPE) {
                copies[i] = copyHeader(i);
            }
        }
        for (int i = 0; i < copies.length; i++) {
            trimAfter(i);
            ObjectKind kind = kind(i);
            if (kind == ObjectKind.GROUP) {
                copies[i] = copyGroup(i);
            } else if (kind == ObjectKind.DATASET) {
                copies[i] = copyHeader(i);
            }
        }
        for (int i = 0; i < copies.length; i++) {
            trimAfter(i);
            copyAttributes(i);
            if (kind(i) == ObjectKind.GROUP) {
                copyLinks(i);
            }
            if (objects.value(i) > 1) {
                target.header(copies[i]).setLinkCount(objects.value(i));
            }
        }
        return copies[0];
    }

    /** Called between two objects, when no header is in use, because copied objects need not all stay live. */
    private void trimAfter(int count) {
        if (count % OBJECTS_BETWEEN_TRIMS == OBJECTS_BETWEEN_TRIMS - 1) {
            source.cache().parkAndTrim();
            target.cache().parkAndTrim();
        }
    }

    private ObjectHeader header(int index) throws IOException {
        return source.header(objects.address(index));
    }

    private ObjectKind kind(int index) throws IOException {
        return ObjectKinds.of(header(index));
    }

    /** The only step that may fail. */
    private void copyElements() throws IOException {
        Arrays.fill(copiedElements, DatasetStorage.NOT_ALLOCATED);
        long[] sizes = new long[copiedElements.length];
        int at = 0;
        try {
            for (; at < copiedElements.length; at++) {
                if (kind(at) == ObjectKind.DATASET) {
                    DatasetStorage dataset = DatasetStorage.of(source, header(at), objects.path(at));
                    if (dataset.storageAddress() >= 0) {
                        sizes[at] = dataset.storageSize();
                        copiedElements[at] = dataset.copyElements(target, elements);
                    }
                }
            }
        } catch (IOException e) {
            while (--at >= 0) {
                if (copiedElements[at] >= 0) {
                    target.space().release(DatasetStorage.RAW_DATA, copiedElements[at], sizes[at]);
                }
            }
            elements.undo();
            throw new ElementsNotWrittenException(e);
        }
    }

    private long copyGroup(int index) throws IOException {
        ObjectHeader header = header(index);
        GroupOptions options = Groups.options(source, header);
        return Groups.create(target, options, spare(header)).address();
    }

    /** Copies the header of a dataset or a committed datatype, without the messages that are added later. */
    private long copyHeader(int index) throws IOException {
        ObjectHeader header = header(index);
        List<NewMessage> messages = new ArrayList<>();
        for (LiveMessage message : header.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElseThrow();
            if (!isAddedLater(type)) {
                messages.add(new NewMessage(type, message.flags(), body(index, header, message, type)));
            }
        }
        return target.createLike(header, messages, spare(header)).address();
    }

    private static boolean isAddedLater(MessageType type) {
        return switch (type) {
            case ATTRIBUTE, ATTRIBUTE_INFO, REFERENCE_COUNT, CONTINUATION, NIL -> true;
            default -> false;
        };
    }

    private byte[] body(int index, ObjectHeader header, LiveMessage message, MessageType type) throws IOException {
        if (type == MessageType.DATATYPE && (message.flags() & MessageFlags.SHARED) != 0) {
            SharedMessage reference = SharedMessage.decode(message.body(source.sizes(), "shared datatype"));
            return committed(CommittedDatatypes.addressOf(reference, objects.path(index)));
        }
        if (type == MessageType.DATA_LAYOUT) {
            DatasetStorage dataset = DatasetStorage.of(source, header, objects.path(index));
            DataLayout layout = dataset.copiedLayout(copiedElements[index], elements);
            return target.encode(layout::encode);
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

    /** The reference, in the copy, to the committed datatype at an address of the source. */
    private byte[] committed(long address) {
        return target.encode(SharedMessage.committed(copies[objects.indexOf(address)])::encode);
    }

    /** Bytes of the messages that will be added to a copied header, if all of them stay in the header. */
    private static int spare(ObjectHeader header) {
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

    private void copyAttributes(int index) throws IOException {
        ObjectHeader copy = target.header(copies[index]);
        Attributes from = new Attributes(source, header(index), objects.path(index));
        for (AttributeMessage attribute : from.inCreationOrder()) {
            byte[] data = attribute.data().clone();
            elements.convert(from.datatype(attribute), data);
            AttributeMessage copied = attribute.withData(data);
            if (attribute.datatypeShared()) {
                SharedMessage reference = attribute.sharedDatatype(source.sizes());
                copied = copied.withEncodedDatatype(
                        committed(CommittedDatatypes.addressOf(reference, objects.path(index))));
            }
            new Attributes(target, copy, objects.path(index)).insertion(copied).apply();
        }
    }

    private void copyLinks(int index) throws IOException {
        String path = objects.path(index);
        List<LinkMessage> links =
                new ArrayList<>(Links.of(source, header(index), path).all());
        links.sort(Comparator.comparingLong(
                LinkMessage::creationOrder)); // keeps name order where creation order is not tracked
        for (LinkMessage link : links) {
            LinkTarget copied = link.target() instanceof LinkTarget.Hard hard
                    ? new LinkTarget.Hard(copies[objects.indexOf(hard.address())])
                    : link.target();
            Links.of(target, target.header(copies[index]), path)
                    .addition(path, LinkMessage.of(link.name(), copied, LinkMessage.NO_ORDER))
                    .add(copied);
        }
    }
}
