package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.ObjectPath;
import dev.fallow.internal.extent.Extents;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Deletes what only one link leads to. First everything that would have to go is looked at, and refused if any of it is
 * not understood; only then is anything changed. An object goes when its last hard link goes; a group takes its links
 * with it.
 */
public final class Deletion {
    private static final long ROOT_LINKS = 1;

    private final ObjectStore store;
    private final long rootAddress;
    /** Hard links that will be left on every object that is met, in the order of meeting. */
    private final Map<Long, Long> linksLeft = new LinkedHashMap<>();

    private final Map<Long, DatasetStorage> datasets = new LinkedHashMap<>();
    /** What gives back the structures that the links of each group lie in. */
    private final Map<Long, Change> releases = new LinkedHashMap<>();

    /** The blocks that will be released. */
    private final Extents blocks = new Extents();

    private final Deque<Step> toUnlink = new ArrayDeque<>();

    private record Step(long address, String path) {}

    /** @param rootAddress of the root group, which never goes */
    public Deletion(ObjectStore store, long rootAddress) {
        this.store = store;
        this.rootAddress = rootAddress;
    }

    /**
     * Finds out what the loss of a link means. Changes nothing.
     *
     * @throws UnsupportedFeatureException if something that would have to go is not understood
     */
    public void plan(Link link, String path) throws IOException {
        unlink(link, path);
        while (!toUnlink.isEmpty()) {
            Step step = toUnlink.remove();
            ObjectHeader header = store.header(step.address);
            long left = linksLeft.computeIfAbsent(step.address, address -> header.linkCount()) - 1;
            linksLeft.put(step.address, left);
            if (left == 0 && step.address == rootAddress) {
                throw new CorruptFileException("%s: %s leads to the root group, whose link count is only %d"
                        .formatted(store.fileName(), step.path, ROOT_LINKS));
            }
            if (left == 0) {
                planObject(header, step.path);
            }
        }
        checkBlocks();
    }

    /** A damaged file may give one block to two objects, or call it free: releasing it then would lose the other's bytes. */
    private void checkBlocks() {
        blocks.sweep(0, new Extents.Sweep() {
            @Override
            public void claimed(long address, long size, String label) {
                if (!store.space().inUse(address, size)) {
                    throw new CorruptFileException("%s: %s, %d bytes at address %d, lies in free space"
                            .formatted(store.fileName(), label, size, address));
                }
            }

            @Override
            public void unclaimed(long address, long size) {
                // belongs to what stays
            }

            @Override
            public void overlap(long address, long size, String first, String second) {
                throw new CorruptFileException("%s: %d bytes at address %d belong to two: %s, and %s"
                        .formatted(store.fileName(), size, address, first, second));
            }
        });
    }

    private void unlink(Link link, String path) {
        if (link.target() instanceof LinkTarget.Hard hard) {
            toUnlink.add(new Step(hard.address(), path));
        }
    }

    private void planObject(ObjectHeader header, String path) throws IOException {
        for (LiveMessage message : header.messages(any -> true)) {
            checkUnderstood(message, header, path);
        }
        header.forEachChunk((address, length) -> blocks.add(address, length, "object header of " + path));
        ObjectKind kind = ObjectKinds.of(header);
        if (kind == ObjectKind.GROUP) {
            Links links = Links.of(store, header, path);
            releases.put(header.address(), links.release(path));
            links.forEachBlock((address, size, structure) -> blocks.add(address, size, structure + " of " + path));
            for (Link link : links.all()) {
                unlink(link, ObjectPath.child(path, link.name()));
            }
        } else if (kind == ObjectKind.DATASET) {
            DatasetStorage dataset = DatasetStorage.of(store, header, path);
            dataset.checkDeletable();
            datasets.put(header.address(), dataset);
            if (dataset.storageAddress() >= 0) {
                blocks.add(dataset.storageAddress(), dataset.storageSize(), "elements of " + path);
            }
        } else if (kind == ObjectKind.UNKNOWN) {
            throw refusal(header, path, "an object of unknown kind");
        }
        new Attributes(store, header, path).checkDeletable();
    }

    private void checkUnderstood(LiveMessage message, ObjectHeader header, String path) {
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            throw refusal(header, path, "a shared " + MessageType.titleOf(message.type()));
        }
        MessageType type = MessageType.of(message.type()).orElse(null);
        if (type == null || type == MessageType.EXTERNAL_DATA_FILES || type == MessageType.SYMBOL_TABLE) {
            throw refusal(header, path, MessageType.titleOf(message.type()));
        }
        if (type == MessageType.ATTRIBUTE_INFO
                && AttributeInfo.decode(message.body(store.sizes(), "attribute info message"))
                        .dense()) {
            throw refusal(header, path, "dense attribute storage");
        }
    }

    private UnsupportedFeatureException refusal(ObjectHeader header, String path, String what) {
        return new UnsupportedFeatureException("%s: %s, object header at address %d: %s cannot be deleted yet"
                .formatted(store.fileName(), path, header.address(), what));
    }

    /**
     * Does what was planned; the link itself has been removed by the caller.
     *
     * @param gone told the address of each object that is deleted
     */
    public void carryOut(LongConsumer gone) throws IOException {
        for (Map.Entry<Long, Long> one : linksLeft.entrySet()) {
            long address = one.getKey();
            ObjectHeader header = store.header(address);
            if (one.getValue() > 0) {
                header.setLinkCount(one.getValue());
                continue;
            }
            DatasetStorage dataset = datasets.get(address);
            if (dataset != null) {
                dataset.releaseElements();
            }
            Change release = releases.get(address);
            if (release != null) {
                release.apply();
            }
            store.delete(header);
            gone.accept(address);
        }
    }
}
