package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.AttributeInfos;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetCopy;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.dataset.FillValues;
import dev.fallow.internal.dense.NewKeys;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
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
 *
 * <p>The check is no reader of the {@code Census}: the copy needs the objects afterwards, each with its index, its parent
 * and the number of links inside the tree, which no link count in the file states.
 */
public final class TreeCopy {
    private static final int OBJECTS_BETWEEN_TRIMS = 1_024;

    private final ObjectStore source;
    private final ObjectStore target;
    private final ElementCopy elements;
    /** The objects of the tree, the top one first, each with the number of links to its copy, or of users. */
    private final VisitedObjects objects = new VisitedObjects();
    /** The layouts of the copied elements of datasets; null for other objects. */
    private DataLayout[] copiedElements;
    /** The address of the header of each object's copy. */
    private long[] copies;

    /** @param target may be the source itself */
    public TreeCopy(ObjectStore source, ObjectStore target) {
        this.source = source;
        this.target = target;
        elements = new ElementCopy(source, target);
    }

    private ObjectHeader header(int index) throws IOException {
        return source.header(objects.address(index));
    }

    private ObjectKind kind(int index) throws IOException {
        return header(index).kind();
    }

    private DatasetStorage dataset(int index) throws IOException {
        return DatasetStorage.of(source, header(index), objects.path(index));
    }

    /** Called between two objects, when no header is in use, because copied objects need not all stay live. */
    private void trimAfter(int count) {
        if (count % OBJECTS_BETWEEN_TRIMS == OBJECTS_BETWEEN_TRIMS - 1) {
            source.cache().parkAndTrim();
            target.cache().parkAndTrim();
        }
    }

    // ---- the check -------------------------------------------------------------------------------------------

    /** Checks everything to be copied, without changing anything. Refused if a structure is not understood. */
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

    /** Adds an object, or another link to it. */
    private void meet(long address, String name, int parent) {
        int index = objects.indexOf(address);
        if (index < 0) {
            objects.add(address, 1, name, parent);
        } else {
            objects.set(index, objects.value(index) + 1);
        }
    }

    /** Checks an object, and adds those that it refers to. */
    private void planObject(int index) throws IOException {
        ObjectHeader header = header(index);
        String path = objects.path(index);
        String problem = header.notUnderstood();
        if (problem != null) {
            throw refusal(header, path, problem);
        }
        switch (header.kind()) {
            case GROUP -> {
                Groups.options(header); // they are readable
                Links.of(source, header, path).forEach(link -> {
                    checkLength("the link " + link.name(), link.encodedLength(target.sizes()), header, path);
                    if (link.target() instanceof LinkTarget.Hard hard) {
                        meet(hard.address(), link.name(), index);
                    }
                });
            }
            case DATASET -> {
                DatasetStorage dataset = DatasetStorage.of(source, header, path);
                FillValues.of(header); // it is readable
                DatasetCopy copy = new DatasetCopy(dataset);
                copy.announce(elements);
                copy.announceSpace(target);
                if (dataset.committedDatatypeAddress() >= 0) {
                    meet(dataset.committedDatatypeAddress(), "(its datatype)", index);
                }
            }
            case DATATYPE -> CommittedDatatypes.read(source, header.address(), where(header, path)); // it can be read
            default -> throw refusal(header, path, "an object of unknown kind");
        }
        planAttributes(index, header, path);
    }

    private void planAttributes(int index, ObjectHeader header, String path) throws IOException {
        Attributes attributes = new Attributes(source, header, path);
        NewKeys keys = new NewKeys(where(header, path), false);
        for (AttributeMessage attribute : attributes.inCreationOrder()) {
            keys.add(attribute.name(), AttributeInfos.NO_ORDER);
            elements.announce(attributes.datatype(attribute), attribute.data().clone());
            if (header.kind() == ObjectKind.GROUP) {
                checkLength("attribute " + attribute.name(), attribute.encodedLength(), header, path);
            }
        }
        for (long datatype : attributes.committedDatatypes(true)) {
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

    private String where(ObjectHeader header, String path) {
        return "%s: %s, object header at address %d".formatted(source.fileName(), path, header.address());
    }

    private UnsupportedFeatureException refusal(ObjectHeader header, String path, String what) {
        return new UnsupportedFeatureException(where(header, path) + ": " + what + " cannot be copied yet");
    }

    // ---- the copy --------------------------------------------------------------------------------------------

    /**
     * Makes the copy. Blocks loaded earlier may be evicted from the caches. Nothing refers to the copy yet; its top
     * object's link count includes the link to be added.
     *
     * @return the address of the top object of the copy
     * @throws ElementsNotWrittenException if the storage refuses to write or read elements, or the application ends the copying;
     *     nothing has changed then
     */
    public long carryOut() throws IOException {
        copies = new long[objects.size()];
        copiedElements = new DataLayout[copies.length];
        copyElements();
        for (int i = 0; i < copies.length; i++) {
            trimAfter(i);
            if (kind(i) == ObjectKind.DATATYPE) { // before the objects that use them
                copies[i] = copyHeader(i);
            }
        }
        for (int i = 0; i < copies.length; i++) {
            trimAfter(i);
            ObjectKind kind = kind(i);
            if (kind == ObjectKind.GROUP) {
                ObjectHeader header = header(i);
                copies[i] = target.newHeaders()
                        .createGroup(Groups.options(header), spare(header))
                        .address();
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

    /** The only step that may fail. */
    private void copyElements() throws IOException {
        int at = 0;
        target.advance().begin(-1);
        try {
            for (; at < copiedElements.length; at++) {
                if (kind(at) == ObjectKind.DATASET) {
                    copiedElements[at] = new DatasetCopy(dataset(at)).elements(target, elements);
                }
            }
            target.advance().end();
        } catch (IOException | RuntimeException e) {
            while (--at >= 0) {
                if (copiedElements[at] != null) {
                    new DatasetCopy(dataset(at)).discard(target, copiedElements[at]);
                }
            }
            elements.undo();
            throw new ElementsNotWrittenException(e);
        }
    }

    /** Copies the header of a dataset or a committed datatype, without the messages that are added later. */
    private long copyHeader(int index) throws IOException {
        ObjectHeader header = header(index);
        List<NewMessage> messages = new ArrayList<>();
        for (LiveMessage message : header.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElseThrow();
            switch (type) {
                case ATTRIBUTE, ATTRIBUTE_INFO, REFERENCE_COUNT, CONTINUATION, NIL -> {
                    // added later, if at all
                }
                // never constant: what libhdf5 allocated early may not be allocated in the copy, and libhdf5 refuses to
                // change a constant message when it allocates
                case DATA_LAYOUT ->
                    messages.add(new NewMessage(
                            type, message.flags() & ~MessageFlags.CONSTANT, body(index, header, message, type)));
                default -> messages.add(new NewMessage(type, message.flags(), body(index, header, message, type)));
            }
        }
        return target.newHeaders().createLike(header, messages, spare(header)).address();
    }

    private byte[] body(int index, ObjectHeader header, LiveMessage message, MessageType type) throws IOException {
        if (type == MessageType.DATATYPE && (message.flags() & MessageFlags.SHARED) != 0) {
            return committed(index, SharedMessage.decode(message.body(source.sizes(), "shared datatype")));
        }
        if (type == MessageType.DATA_LAYOUT) {
            DataLayout layout = new DatasetCopy(dataset(index)).layout(copiedElements[index], elements);
            return target.encode(layout::encode);
        }
        if (type == MessageType.EXTERNAL_DATA_FILES) {
            return target.encode(new ExternalElements(source, header, objects.path(index)).copy()::encode);
        }
        boolean fill = type == MessageType.FILL_VALUE || type == MessageType.FILL_VALUE_OLD;
        if (fill && header.kind() == ObjectKind.DATASET) { // in another object the datatype is unknown
            return fillValue(index, header, message, type);
        }
        return message.bytes();
    }

    /** The reference, in the copy, to the committed datatype that an object of the source refers to. */
    private byte[] committed(int index, SharedMessage reference) {
        long datatype = CommittedDatatypes.addressOf(reference, objects.path(index));
        return target.encode(SharedMessage.committed(copies[objects.indexOf(datatype)])::encode);
    }

    /** Only one of a dataset's two possible fill value messages is in effect; the other one is copied unchanged. */
    private byte[] fillValue(int index, ObjectHeader header, LiveMessage message, MessageType type) throws IOException {
        byte[] value = FillValues.of(header).clone();
        Datatype datatype = dataset(index).datatype();
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
    private static int spare(ObjectHeader header) {
        int bytes = 0;
        for (LiveMessage message : header.messages(any -> true)) {
            switch (MessageType.of(message.type()).orElseThrow()) {
                case LINK, ATTRIBUTE, ATTRIBUTE_INFO, REFERENCE_COUNT -> bytes += message.total();
                default -> {
                    // in the copied header from the start, or not at all
                }
            }
        }
        return bytes;
    }

    private void copyAttributes(int index) throws IOException {
        String path = objects.path(index);
        ObjectHeader copy = target.header(copies[index]);
        Attributes from = new Attributes(source, header(index), path);
        for (AttributeMessage attribute : from.inCreationOrder()) {
            byte[] data = attribute.data().clone();
            elements.convert(from.datatype(attribute), data);
            AttributeMessage copied = attribute.withData(data);
            if (attribute.datatypeShared()) {
                copied = copied.withEncodedDatatype(committed(index, attribute.sharedDatatype(source.sizes())));
            }
            new Attributes(target, copy, path).insertion(copied).apply();
        }
    }

    private void copyLinks(int index) throws IOException {
        String path = objects.path(index);
        List<LinkMessage> links =
                new ArrayList<>(Links.of(source, header(index), path).all());
        // keeps name order where creation order is not tracked
        links.sort(Comparator.comparingLong(LinkMessage::creationOrder));
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
