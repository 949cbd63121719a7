package dev.fallow.internal.tree;

import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Adds copies of links and attributes to copied objects. */
final class LinkAndAttributeCopy {
    private final CopiedObjects objects;
    private final ObjectStore source;
    private final ObjectStore target;
    private final ElementCopy elements;

    LinkAndAttributeCopy(CopiedObjects objects, ElementCopy elements) {
        this.objects = objects;
        source = objects.source();
        target = objects.target();
        this.elements = elements;
    }

    /** Adds copies of the attributes. */
    void copyAttributes(int index) throws IOException {
        ObjectHeader copy = objects.copiedHeader(index);
        Attributes from = new Attributes(source, objects.header(index), objects.path(index));
        for (dev.fallow.internal.codec.AttributeMessage attribute : from.inCreationOrder()) {
            byte[] data = attribute.data().clone();
            elements.convert(from.datatype(attribute), data);
            dev.fallow.internal.codec.AttributeMessage copied = attribute.withData(data);
            if (attribute.datatypeShared()) {
                SharedMessage reference = attribute.sharedDatatype(source.sizes());
                copied = copied.withEncodedDatatype(
                        objects.committed(CommittedDatatypes.addressOf(reference, objects.path(index))));
            }
            new Attributes(target, copy, objects.path(index)).insertion(copied).apply();
        }
    }

    /** Adds copies of the links. */
    void copyLinks(int index) throws IOException {
        String path = objects.path(index);
        List<LinkMessage> links =
                new ArrayList<>(Links.of(source, objects.header(index), path).all());
        links.sort(Comparator.comparingLong(
                LinkMessage::creationOrder)); // keeps name order where creation order is not tracked
        for (LinkMessage link : links) {
            LinkTarget copied = link.target() instanceof LinkTarget.Hard hard
                    ? new LinkTarget.Hard(objects.copyOf(hard.address()))
                    : link.target();
            Links.of(target, objects.copiedHeader(index), path)
                    .addition(path, LinkMessage.of(link.name(), copied, LinkMessage.NO_ORDER))
                    .add(copied);
        }
    }
}
