package dev.fallow.internal.census;

import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetBlocks;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.CompactLinks;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.Claims;
import dev.fallow.options.StorageLayout;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reports the blocks that belong to an object but are not in its header (links, attributes, elements), and the objects that
 * it refers to. */
final class ObjectClaims {
    private final ObjectStore store;
    private final Claims claims;
    private final WalkFindings findings;
    private final HeapObjectClaims heapObjects;
    private final References references;
    private final SharedMessageUsers sharedMessages;
    private final WalkDetails details;
    /** Heaps and B-trees visited so far, with the path of the object that owns them. */
    private final Map<Long, PathNode> structures = new HashMap<>();

    /** Receives references to objects. */
    @FunctionalInterface
    interface References {
        /** Called for each hard link and each use of a committed datatype, with the address of the object header. */
        void object(long address, PathNode path) throws IOException;
    }

    ObjectClaims(
            ObjectStore store,
            Claims claims,
            WalkFindings findings,
            HeapObjectClaims heapObjects,
            References references,
            SharedMessageUsers sharedMessages,
            WalkDetails details) {
        this.store = store;
        this.claims = claims;
        this.findings = findings;
        this.heapObjects = heapObjects;
        this.references = references;
        this.sharedMessages = sharedMessages;
        this.details = details;
    }

    /**
     * Visits an object whose header has been claimed.
     *
     * @param later whether the links of a group, if there may be many, are to be visited later, by {@link #visitLinks}
     * @return whether they are
     */
    boolean visit(ObjectHeader header, PathNode path, boolean later) throws IOException {
        findings.attempt(path, () -> sharedMessages.find(header));
        findings.attempt(path, () -> visitAttributes(header, path));
        switch (ObjectKinds.of(header)) {
            case GROUP -> {
                Links links = Links.of(store, header, path.toString());
                if (!claimLinks(links, path)) {
                    return false;
                }
                if (later && !(links instanceof CompactLinks)) {
                    return true;
                }
                visitLinks(links, path);
            }
            case DATASET -> visitDataset(DatasetStorage.of(store, header, path.toString()), path);
            case DATATYPE -> // others decode their elements by it
                CommittedDatatypes.read(store, header.address(), path.toString());
            default -> findings.add(path + ": an object of unknown kind, header at address " + header.address());
        }
        return false;
    }

    private void visitAttributes(ObjectHeader header, PathNode path) throws IOException {
        Attributes attributes = new Attributes(store, header, path.toString());
        if (!belongTo(path, attributes.structures())) {
            return;
        }
        findings.attempt(
                path,
                () -> attributes.forEachBlock((address, size, structure) -> claims.add(
                        address, size, new LiveLabel(structure + " of the attributes", path, SpaceUse.ATTRIBUTES))));
        attributes.verify();
        findings.addAll(attributes.findReferences(new Attributes.References() {
            @Override
            public boolean heapObject(GlobalHeapId id, Ownership ownership) throws IOException {
                return heapObjects.visit(id, ownership, path);
            }

            @Override
            public void datatype(long address) throws IOException {
                references.object(address, path.datatype());
            }

            @Override
            public boolean shared(int type, long id) {
                return sharedMessages.found(type, id);
            }
        }));
    }

    /** Claims the blocks of links; returns false if they were claimed before. */
    private boolean claimLinks(Links links, PathNode path) throws IOException {
        if (!belongTo(path, links.structures())) {
            return false;
        }
        findings.attempt(
                path,
                () -> links.forEachBlock((address, size, structure) -> {
                    claims.add(address, size, new LiveLabel(structure + " of the links", path, SpaceUse.LINKS));
                    store.cache().trim(); // the blocks of a large group do not fit into the cache
                }));
        return true;
    }

    /** Visits the links of a group whose blocks have been claimed. */
    void visitLinks(ObjectHeader header, PathNode path) throws IOException {
        visitLinks(Links.of(store, header, path.toString()), path);
    }

    private void visitLinks(Links links, PathNode path) throws IOException {
        links.forEachHardLink((name, target) -> references.object(target, path.child(name)));
        links.verify();
    }

    /**
     * Whether these structures are visited for the first time. A structure claimed by two objects is a finding, and is
     * walked once.
     */
    private boolean belongTo(PathNode path, long[] addresses) {
        for (long address : addresses) {
            PathNode other = structures.putIfAbsent(address, path);
            if (other != null) {
                findings.damaged("%s: the structure at address %d belongs to two: %s, and %s"
                        .formatted(path, address, other, path));
                return false;
            }
        }
        return true;
    }

    private void visitDataset(DatasetStorage dataset, PathNode path) throws IOException {
        if (dataset.storageAddress() >= 0) {
            claims.add(
                    dataset.storageAddress(),
                    dataset.storageSize(),
                    new LiveLabel("elements", path, true, SpaceUse.CONTIGUOUS));
        }
        details.elements(dataset.elementBytes());
        if (dataset.layout() == StorageLayout.COMPACT) {
            details.part(dataset.compactAddress(), dataset.storageSize(), SpaceUse.HEADERS, SpaceUse.COMPACT);
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            references.object(dataset.committedDatatypeAddress(), path.datatype());
        }
        DatasetBlocks.forEach(
                dataset,
                (address, size, structure, raw) -> claims.add(
                        address, size, new LiveLabel(structure, path, raw, raw ? SpaceUse.CHUNKS : SpaceUse.INDEXES)));
        DatasetReferences inHeap = new DatasetReferences(dataset);
        if (inHeap.notFollowed() != null) {
            findings.add(inHeap.notFollowed());
        }
        inHeap.forEachKnownReference((id, ownership) -> heapObjects.visit(id, ownership, path));
    }
}
