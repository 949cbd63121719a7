package dev.fallow.internal.tree;

import dev.fallow.CorruptFileException;
import dev.fallow.ObjectKind;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Deletes an object that loses a link, and everything reachable only through it. All objects to be deleted are checked
 * first, and the deletion is refused if any of them is not understood; only then is anything changed. An object is
 * deleted with its last hard link, a committed datatype with its last user; a group's links are deleted with it. Groups
 * that link to each other in a cycle, and committed datatypes with attributes of each other or of their own, are deleted when nothing outside
 * leads to them: see {@link CutOffObjects}.
 *
 * <p>There is no recursion, because groups can nest to any depth. For each deleted object its name and block addresses
 * are kept, about 150 bytes; its header may be evicted while others are checked. O(n log n) in the number of deleted
 * objects and links.
 */
public final class Deletion {
    /** After this many objects, checked headers may be evicted from the cache. */
    private static final int OBJECTS_BETWEEN_TRIMS = 1_024;

    private final ObjectStore store;
    private final long rootAddress;
    /** The links and uses that will remain on each object met; 0 if it will be deleted. */
    private final VisitedObjects linksLeft = new VisitedObjects();
    /** The groups to be deleted that have not been entered yet. */
    private final Deque<Integer> toEnter = new ArrayDeque<>(1);

    /** Address and size of each block that {@link #carryOut} frees, in this order; the size of elements is complemented. */
    private long[] blocks = new long[4];

    private int blockNumbers;
    /** Changes that release the storage of links and attributes; each owner releases its own. */
    private final List<Change> releases = new ArrayList<>();

    /** The attributes in the shared message table that lose users, with the number of users that they lose. */
    private final Map<Long, Integer> sharedAttributes = new HashMap<>(0);

    /** The global heap objects to be deleted; null if there are none. */
    private HeapRemoval heapObjects;

    private int looked;

    /** All blocks to be freed, for comparison with each other and with free space. */
    private final Extents claims = new Extents();

    /** The owner of a block; converted to a string only in messages. */
    private record Owner(String structure, VisitedObjects objects, int index) {
        @Override
        public String toString() {
            return structure + " of " + objects.path(index);
        }
    }

    /** @param rootAddress the root group, which is never deleted */
    public Deletion(ObjectStore store, long rootAddress) {
        this.store = store;
        this.rootAddress = rootAddress;
    }

    /** Deletes committed datatypes that lose their last link and user; {@code deleted} receives their addresses. */
    public static DatatypeUsers datatypeUsers(ObjectStore store, LongConsumer deleted) {
        return (address, user, where) -> {
            ObjectKind kind = store.header(address).kind();
            if (kind != ObjectKind.DATATYPE) {
                throw new CorruptFileException("%s: expected a datatype in the object header at address %d, found a %s"
                        .formatted(where, address, kind.label()));
            }
            Deletion deletion = new Deletion(store, Addresses.UNDEFINED);
            deletion.plan(address, user, where);
            return () -> deletion.carryOut(deleted);
        };
    }

    private HeapRemoval heapObjects() {
        if (heapObjects == null) {
            heapObjects = store.globalHeap().removal();
        }
        return heapObjects;
    }

    /**
     * Determines the effect of removing a link, without changing anything. Blocks loaded earlier may be evicted from
     * the cache; those that {@link #carryOut} needs stay loaded. Refused if an object to be deleted is not understood, or inconsistent.
     *
     * @param parent the address of the group that contains the link
     * @param path the link's path, for messages
     */
    public void plan(LinkTarget target, long parent, String name, String path) throws IOException {
        if (!(target instanceof LinkTarget.Hard hard)) {
            return;
        }
        unlink(hard.address(), path, VisitedObjects.NO_PARENT);
        lookIntoGroups();
        if (linksLeft.hasPositive()) {
            for (long address : CutOffObjects.groups(store, linksLeft, rootAddress, parent, name)) {
                goes(met(address, "group at address " + address, VisitedObjects.NO_PARENT));
            }
            lookIntoGroups();
        }
        cutOffDatatypes(Addresses.UNDEFINED, Addresses.UNDEFINED);
        finishPlan();
    }

    /**
     * Determines the effect of an object, the user with this path, ceasing to use a committed datatype, which is not the removal of a
     * link.
     */
    public void plan(long address, long user, String path) throws IOException {
        unlink(address, path, VisitedObjects.NO_PARENT);
        lookIntoGroups();
        cutOffDatatypes(user, address);
        finishPlan();
    }

    /** Plans the deletion of datatypes that only attributes of each other use. */
    private void cutOffDatatypes(long user, long removed) throws IOException {
        long[] cutOff;
        do {
            cutOff = linksLeft.hasPositive() ? CutOffObjects.datatypes(store, linksLeft, user, removed) : new long[0];
            for (long address : cutOff) {
                int index = met(address, "datatype at address " + address, VisitedObjects.NO_PARENT);
                if (linksLeft.value(index) > 0) {
                    goes(index);
                }
            }
        } while (cutOff.length > 0);
    }

    private void finishPlan() throws IOException {
        if (heapObjects != null) {
            heapObjects.forEachReleased(claims::add);
        }
        checkClaims();
        if (heapObjects != null) {
            heapObjects.prepare();
        }
        for (int i = 0; i < linksLeft.size(); i++) {
            if (linksLeft.value(i) > 0) {
                store.header(linksLeft.address(i));
            }
        }
    }

    /**
     * In a damaged file two objects may share a block, or a block may be marked free; freeing it would then lose the
     * other owner's bytes.
     */
    private void checkClaims() {
        claims.sweep(0, new Extents.Sweep() {
            @Override
            public void claimed(long address, long size, Object label) {
                if (!store.space().inUse(address, size)) {
                    throw new CorruptFileException("%s: %s, %d bytes at address %d, overlaps free space"
                            .formatted(store.fileName(), label, size, address));
                }
            }

            @Override
            public void overlap(long address, long size, Object first, Object second) {
                throw new CorruptFileException("%s: %d bytes at address %d belong to two: %s, and %s"
                        .formatted(store.fileName(), size, address, first, second));
            }
        });
    }

    private ExtentVisitor claiming(int index) {
        return (address, size, structure) -> claims.add(address, size, new Owner(structure, linksLeft, index));
    }

    private void willFree(long address, long size) {
        if (blockNumbers == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockNumbers);
        }
        blocks[blockNumbers++] = address;
        blocks[blockNumbers++] = size;
    }

    private int met(long address, String name, int parent) throws IOException {
        int index = linksLeft.indexOf(address);
        return index >= 0 ? index : linksLeft.add(address, linkCount(address, name, parent), name, parent);
    }

    private long linkCount(long address, String name, int parent) throws IOException {
        long count = store.trustedLinkCount(store.header(address), linksLeft.path(name, parent));
        if (count < 1) {
            throw new CorruptFileException(
                    "%s: %s, object header at address %d: expected at least 1 hard link, found %d"
                            .formatted(store.fileName(), linksLeft.path(name, parent), address, count));
        }
        return count;
    }

    private void unlink(long address, String name, int parent) throws IOException {
        int index = met(address, name, parent);
        long left = linksLeft.value(index) - 1;
        if (left > 0) {
            linksLeft.set(index, left);
        } else if (left == 0) {
            goes(index);
        }
    }

    /** Plans the deletion of an object that has no links left. */
    private void goes(int index) throws IOException {
        linksLeft.set(index, 0);
        if (linksLeft.address(index) == rootAddress) {
            throw new CorruptFileException("%s: %s leads to the root group, whose link count is only 1"
                    .formatted(store.fileName(), linksLeft.path(index)));
        }
        ObjectHeader header = store.header(linksLeft.address(index));
        if (header.kind() == ObjectKind.GROUP) {
            toEnter.add(index);
        } else {
            planObject(index, header);
        }
        if (++looked % OBJECTS_BETWEEN_TRIMS == 0) {
            store.cache().parkAndTrim();
        }
    }

    private void lookIntoGroups() throws IOException {
        while (!toEnter.isEmpty()) {
            int index = toEnter.remove();
            planObject(index, store.header(linksLeft.address(index)));
        }
    }

    private void planObject(int index, ObjectHeader header) throws IOException {
        String path = linksLeft.path(index);
        String problem = header.notUnderstood();
        if (problem != null) {
            throw refusal(header, path, problem);
        }
        ObjectKind kind = header.kind();
        if (kind == ObjectKind.GROUP) {
            planGroup(index, header, path);
        } else if (kind == ObjectKind.DATASET) {
            planDataset(index, DatasetStorage.of(store, header, path));
        } else if (kind == ObjectKind.UNKNOWN) {
            throw refusal(header, path, "an object of unknown kind");
        }
        planAttributes(index, header, path);
        if (store.sharedMessages() != null) {
            long at = header.address();
            releases.add(() -> store.sharedMessages().releaseAll(store.header(at)));
        }
        ExtentVisitor claiming = claiming(index);
        header.forEachChunk((address, length) -> {
            claiming.visit(address, length, "object header");
            willFree(address, length);
        });
    }

    private void planGroup(int index, ObjectHeader header, String path) throws IOException {
        if (Links.isEmpty(header)) {
            return;
        }
        long address = header.address();
        Links links = Links.of(store, header, path);
        if (links.structures().length > 0) {
            links.release(path); // throws now if the storage cannot be released; the lambda below releases it
            releases.add(() ->
                    Links.of(store, store.header(address), path).release(path).apply());
            links.forEachBlock(claiming(index));
        }
        links.forEachHardLink((name, target) -> unlink(target, name, index));
    }

    private void planDataset(int index, DatasetStorage dataset) throws IOException {
        dataset.checkDeletable();
        new DatasetReferences(dataset)
                .forEachHeapReference((id, ownership) -> heapObjects().add(id, ownership));
        if (dataset.storageAddress() >= 0) {
            claiming(index).visit(dataset.storageAddress(), dataset.storageSize(), "elements");
            willFree(dataset.storageAddress(), ~dataset.storageSize());
        }
        planChunks(index, dataset);
        ObjectHeader header = store.header(linksLeft.address(index));
        if (ExternalElements.isExternal(header)) {
            ExternalElements.forEachBlock(store, header, claiming(index));
            releases.add(ExternalElements.release(store, header));
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            unlink(dataset.committedDatatypeAddress(), "(its datatype)", index);
        }
    }

    private void planChunks(int index, DatasetStorage dataset) throws IOException {
        if (dataset.layout() != StorageLayout.CHUNKED) {
            return;
        }
        ExtentVisitor claiming = claiming(index);
        dataset.forEachBlock((address, size, structure, raw) -> {
            claiming.visit(address, size, structure);
            if (raw) {
                willFree(address, ~size);
            }
        });
        dataset.checkIndex(); // because it is opened again when nothing may fail any more
        long header = linksLeft.address(index);
        String path = linksLeft.path(index);
        releases.add(() -> DatasetStorage.of(store, store.header(header), path).releaseIndex());
    }

    private void planAttributes(int index, ObjectHeader header, String path) throws IOException {
        if (!header.has(MessageType.ATTRIBUTE) && !header.has(MessageType.ATTRIBUTE_INFO)) {
            return;
        }
        Attributes attributes = new Attributes(store, header, path);
        List<Long> datatypes = new ArrayList<>();
        attributes.forEachReference(new Attributes.References() {
            @Override
            public boolean visit(GlobalHeapId id, Ownership ownership) throws IOException {
                return heapObjects().add(id, ownership);
            }

            @Override
            public void datatype(long datatype) {
                datatypes.add(datatype);
            }

            @Override
            public boolean shared(int type, long id) throws IOException {
                return losesUser(type, id);
            }
        });
        if (attributes.structures().length > 0) {
            long address = header.address();
            attributes.release(); // throws now if the storage cannot be released; the lambda below releases it
            releases.add(() ->
                    new Attributes(store, store.header(address), path).release().apply());
            attributes.forEachBlock(claiming(index));
        }
        for (long datatype : datatypes) {
            unlink(datatype, "(the datatype of an attribute)", index);
        }
    }

    /** A message in the shared message table loses a user; whether it is an attribute that loses its last one. */
    private boolean losesUser(int type, long id) throws IOException {
        releases.add(() -> store.sharedMessages().release(type, id));
        return type == MessageType.ATTRIBUTE.number()
                && sharedAttributes.merge(id, 1, Integer::sum)
                        == store.sharedMessages().users(type, id);
    }

    private UnsupportedFeatureException refusal(ObjectHeader header, String path, String what) {
        return new UnsupportedFeatureException("%s: %s, object header at address %d: %s cannot be deleted yet"
                .formatted(store.fileName(), path, header.address(), what));
    }

    /** Carries out the plan. The caller has already removed the link itself. Passes on the address of each deleted object. */
    public void carryOut(LongConsumer gone) throws IOException {
        for (Change release : releases) {
            release.apply();
        }
        if (heapObjects != null) {
            heapObjects.apply();
        }
        for (int i = 0; i < linksLeft.size(); i++) {
            long address = linksLeft.address(i);
            if (linksLeft.value(i) > 0) {
                store.header(address).setLinkCount(linksLeft.value(i));
            } else {
                store.forget(address);
                gone.accept(address);
            }
        }
        for (int i = 0; i < blockNumbers; i += 2) {
            long size = blocks[i + 1];
            if (size < 0) {
                store.space().release(DatasetStorage.RAW_DATA, blocks[i], ~size);
            } else {
                store.space().release(ObjectStore.HEADER_SPACE, blocks[i], size);
            }
        }
    }
}
