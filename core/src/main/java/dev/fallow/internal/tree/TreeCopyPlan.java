package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.attribute.AttributeInfos;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetCopy;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.dataset.FillValues;
import dev.fallow.internal.dense.NewKeys;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.Links;
import java.io.IOException;

/**
 * Checks a tree that is to be copied, and finds its objects. Changes nothing.
 *
 * <p>It is no reader of the {@code Census}: the copy needs the objects afterwards, each with its index, its parent and the number of links inside
 * the tree, which no link count in the file states.
 */
final class TreeCopyPlan {
    private final ObjectStore source;
    private final ObjectStore target;
    private final VisitedObjects objects;
    private final ElementCopy elements;

    /** @param objects receives the objects of the tree, each with the number of links to its copy, or of users */
    TreeCopyPlan(ObjectStore source, ObjectStore target, VisitedObjects objects, ElementCopy elements) {
        this.source = source;
        this.target = target;
        this.objects = objects;
        this.elements = elements;
    }

    /** Adds an object, or another link to it. */
    void meet(long address, String name, int parent) {
        int index = objects.indexOf(address);
        if (index < 0) {
            objects.add(address, 1, name, parent);
        } else {
            objects.set(index, objects.value(index) + 1);
        }
    }

    /**
     * Checks an object, and adds those that it refers to.
     *
     * @throws UnsupportedFeatureException if a structure is not understood
     */
    void planObject(int index) throws IOException {
        ObjectHeader header = source.header(objects.address(index));
        String path = objects.path(index);
        String problem = MessageChecks.notUnderstood(header);
        if (problem != null) {
            throw refusal(header, path, problem);
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
        DatasetCopy copy = new DatasetCopy(dataset);
        copy.announce(elements);
        copy.announceSpace(target);
        if (dataset.committedDatatypeAddress() >= 0) {
            meet(dataset.committedDatatypeAddress(), "(its datatype)", index);
        }
    }

    private void planAttributes(int index, ObjectHeader header, String path) throws IOException {
        Attributes attributes = new Attributes(source, header, path);
        NewKeys keys = new NewKeys(where(header, path), false);
        for (dev.fallow.internal.codec.AttributeMessage attribute : attributes.inCreationOrder()) {
            keys.add(attribute.name(), AttributeInfos.NO_ORDER);
            elements.announce(attributes.datatype(attribute), attribute.data().clone());
            if (ObjectKinds.of(header) == ObjectKind.GROUP) {
                int length = attribute.encodedLength();
                checkLength("attribute " + attribute.name(), length, header, path);
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
}
