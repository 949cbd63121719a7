package dev.fallow.internal.tree;

import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.internal.dataset.DatasetCopy;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.link.NewGroups;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.options.GroupOptions;
import java.io.IOException;

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
    /** The layouts of the copied elements of datasets; null for other objects. */
    private DataLayout[] copiedElements;

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
        TreeCopyPlan plan = new TreeCopyPlan(source, target, objects, elements);
        plan.meet(address, path, VisitedObjects.NO_PARENT);
        for (int i = 0; i < objects.size(); i++) {
            plan.planObject(i);
            trimAfter(i);
        }
    }

    /**
     * Makes the copy. Blocks loaded earlier may be evicted from the caches. Nothing refers to the copy yet; its top
     * object's link count includes the link to be added.
     *
     * @return the address of the top object of the copy
     * @throws ElementsNotWrittenException if the storage refuses to write or read elements, or the application ends the copying;
     *     nothing has changed then
     */
    public long carryOut() throws IOException {
        CopiedObjects copies = new CopiedObjects(source, target, objects);
        HeaderCopy headers = new HeaderCopy(copies, elements);
        LinkAndAttributeCopy contents = new LinkAndAttributeCopy(copies, elements);
        copiedElements = new DataLayout[objects.size()];
        copyElements();
        for (int i = 0; i < copies.size(); i++) {
            trimAfter(i);
            if (kind(i) == ObjectKind.DATATYPE) {
                copies.copied(i, headers.copy(i, copiedElements[i]));
            }
        }
        for (int i = 0; i < copies.size(); i++) {
            trimAfter(i);
            ObjectKind kind = kind(i);
            if (kind == ObjectKind.GROUP) {
                copies.copied(i, copyGroup(i));
            } else if (kind == ObjectKind.DATASET) {
                copies.copied(i, headers.copy(i, copiedElements[i]));
            }
        }
        for (int i = 0; i < copies.size(); i++) {
            trimAfter(i);
            contents.copyAttributes(i);
            if (kind(i) == ObjectKind.GROUP) {
                contents.copyLinks(i);
            }
            if (objects.value(i) > 1) {
                copies.copiedHeader(i).setLinkCount(objects.value(i));
            }
        }
        return copies.copy(0);
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

    private DatasetStorage dataset(int index) throws IOException {
        return DatasetStorage.of(source, header(index), objects.path(index));
    }

    private long copyGroup(int index) throws IOException {
        ObjectHeader header = header(index);
        GroupOptions options = Groups.options(source, header);
        return NewGroups.create(target, options, HeaderCopy.spare(header)).address();
    }
}
