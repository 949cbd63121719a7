package dev.fallow.internal.space;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.DriverInfoBlock;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.SuperblockV0;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.ObjectPath;
import dev.fallow.internal.heap.Holding;
import dev.fallow.internal.heap.MetObjects;
import dev.fallow.internal.heap.UnheldObjects;
import dev.fallow.internal.object.Attributes;
import dev.fallow.internal.object.DatasetStorage;
import dev.fallow.internal.object.Links;
import dev.fallow.internal.object.LiveMessage;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectKinds;
import dev.fallow.internal.object.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks everything that can be reached from the superblock, and tells the bytes of each structure. What is reached and not
 * understood becomes a finding, and the bytes that only it knows are not told. O(n) in the number of objects, of which the
 * addresses are remembered.
 */
public final class LiveWalk {
    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final Claims claims;
    private final List<String> findings = new ArrayList<>();
    private final List<String> unknownMessages = new ArrayList<>();
    private final Set<Long> visited = new HashSet<>();
    private final Deque<Step> toVisit = new ArrayDeque<>();

    private final MetObjects heapObjects;
    private boolean metAllHolders;
    /** Addresses where there should be a collection of the global heap. */
    private final Set<Long> damagedHeaps = new HashSet<>();
    /** Heaps and B-trees that were met, and the path of the object that has them. */
    private final Map<Long, String> structures = new HashMap<>();

    private record Step(long address, String path) {}

    /** Is told what is live. */
    @FunctionalInterface
    public interface Claims {
        /**
         * A run of bytes in use.
         *
         * @param size bytes, may be 0
         * @param label what says in messages whose it is; asked for its string only there
         */
        void add(long address, long size, Object label);
    }

    /** Whether what has this label is raw data, or lies with it. */
    static boolean isRawData(Object label) {
        return label instanceof Label known && known.raw;
    }

    /** A structure, and whose it is; a string only when it is asked for. */
    private record Label(String structure, String path, boolean raw) {
        Label(String structure, String path) {
            this(structure, path, false);
        }

        @Override
        public String toString() {
            return path == null ? structure : structure + " of " + path;
        }
    }

    /**
     * @param superblock of the file
     * @param claims told each structure once, those that overlap too
     */
    public LiveWalk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Claims claims) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.claims = claims;
        heapObjects = store.globalHeap().met();
    }

    /**
     * Walks, once.
     *
     * @return what could not be followed, and what is claimed by two; empty if all that is live has been told
     */
    public List<String> walk() throws IOException {
        claimLive();
        return findings;
    }

    /** Messages that were met and are not known: what they refer to, if anything, was not told. That need not be wrong. */
    public List<String> unknownMessages() {
        return unknownMessages;
    }

    /**
     * Objects of the global heap that nothing refers to, in collections with others; after the walk. None if there may be
     * elements that were not read.
     */
    public UnheldObjects unheldObjects() {
        return metAllHolders ? heapObjects.unheld() : UnheldObjects.none(store.globalHeap());
    }

    private void claimLive() throws IOException {
        claims.add(0, superblock.encodedLength(), "superblock");
        long extension = sections.message().extensionAddress();
        if (extension != Addresses.UNDEFINED) {
            claimHeader(store.header(extension), "superblock extension");
        }
        if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            attempt("superblock", () -> claimDriverInfo(old.driverInfoAddress()));
        }
        if (store.sharedMessages() != null) {
            attempt("shared messages", () -> store.sharedMessages().forEachBlock(claims::add));
        }
        sections.forEachBlock(claims);
        enqueue(superblock.rootAddress(), "/");
        while (!toVisit.isEmpty()) {
            Step step = toVisit.remove();
            attempt(step.path, () -> visit(step));
            store.cache().parkAndTrim(); // nothing of an object is held beyond its visit
        }
        metAllHolders = findings.isEmpty() && unknownMessages.isEmpty();
        heapObjects.publish(metAllHolders);
        heapObjects.forEachCollection(this::claimGlobalHeap);
        if (heapObjects.missing() > 0) {
            findings.add(heapObjects.missing() + " elements refer to objects that are not in the global heap");
        }
    }

    /** A part of the walk: where it fails, that is a finding, and the rest goes on. */
    @FunctionalInterface
    private interface Part {
        void run() throws IOException;
    }

    private void attempt(String path, Part part) throws IOException {
        try {
            part.run();
        } catch (ContainerException | FormatException | EOFException e) {
            findings.add(path + ": " + e.getMessage());
        }
    }

    private void claimDriverInfo(long address) throws IOException {
        FieldReader prefix = store.structures().read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE);
        long length = DriverInfoBlock.encodedLength(prefix);
        store.structures().requireInside(address, length, DriverInfoBlock.STRUCTURE);
        claims.add(address, length, DriverInfoBlock.STRUCTURE);
    }

    /** An object of the global heap that something refers to; what cannot be read is a finding once. */
    private boolean visitHeapObject(GlobalHeapId id, Holding holding, String path) throws IOException {
        try {
            return heapObjects.add(id, holding);
        } catch (ContainerException | FormatException e) {
            if (damagedHeaps.add(id.collectionAddress())) {
                findings.add(path + ": " + e.getMessage());
            }
            return false;
        }
    }

    private void claimGlobalHeap(long address, long size, int ownedAgain) {
        claims.add(address, size, new Label(GlobalHeapCollection.STRUCTURE, null, true));
        if (ownedAgain > 0) {
            findings.add("%d elements of variable length hold objects of the %s at address %d that others hold too"
                    .formatted(ownedAgain, GlobalHeapCollection.STRUCTURE, address));
        }
    }

    private void enqueue(long address, String path) {
        if (visited.add(address)) {
            toVisit.add(new Step(address, path));
        }
    }

    private void claimHeader(ObjectHeader header, Object what) {
        for (LiveMessage message : header.messages(LiveWalk::isUnknown)) {
            unknownMessages.add(
                    "%s, address %d: %s".formatted(what, header.address(), MessageType.titleOf(message.type())));
        }
        header.forEachChunk((address, length) -> claims.add(address, length, what));
    }

    private static boolean isUnknown(LiveMessage message) {
        return MessageType.of(message.type()).isEmpty();
    }

    private void visit(Step step) throws IOException {
        ObjectHeader header = store.header(step.address);
        claimHeader(header, new Label("object header", step.path));
        attempt(step.path, () -> visitAttributes(header, step.path));
        ObjectKind kind = ObjectKinds.of(header);
        if (kind == ObjectKind.GROUP) {
            visitLinks(Links.of(store, header, step.path), step.path);
        } else if (kind == ObjectKind.DATASET) {
            visitDataset(DatasetStorage.of(store, header, step.path), step.path);
        } else if (kind == ObjectKind.UNKNOWN) {
            findings.add(step.path + ": an object of unknown kind, header at address " + step.address);
        }
    }

    private void visitAttributes(ObjectHeader header, String path) throws IOException {
        Attributes attributes = new Attributes(store, header, path);
        if (!belongTo(path, attributes.structures())) {
            return;
        }
        attempt(
                path,
                () -> attributes.forEachBlock((address, size, structure) ->
                        claims.add(address, size, new Label(structure + " of the attributes", path))));
        findings.addAll(attributes.findReferences(new Attributes.References() {
            @Override
            public boolean heapObject(GlobalHeapId id, Holding holding) throws IOException {
                return visitHeapObject(id, holding, path);
            }

            @Override
            public void datatype(long address) {
                enqueue(address, "datatype of " + path);
            }
        }));
    }

    private void visitLinks(Links links, String path) throws IOException {
        if (!belongTo(path, links.structures())) {
            return;
        }
        attempt(
                path,
                () -> links.forEachBlock((address, size, structure) ->
                        claims.add(address, size, new Label(structure + " of the links", path))));
        for (Link link : links.all()) {
            if (link.target() instanceof LinkTarget.Hard hard) {
                enqueue(hard.address(), ObjectPath.child(path, link.name()));
            }
        }
    }

    /** Whether these structures were not met before; two objects that claim one are a finding, and it is gone over once. */
    private boolean belongTo(String path, long[] addresses) {
        for (long address : addresses) {
            String other = structures.putIfAbsent(address, path);
            if (other != null) {
                findings.add("%s: the structure at address %d belongs to two: %s, and %s"
                        .formatted(path, address, other, path));
                return false;
            }
        }
        return true;
    }

    private void visitDataset(DatasetStorage dataset, String path) throws IOException {
        if (dataset.storageAddress() >= 0) {
            claims.add(dataset.storageAddress(), dataset.storageSize(), new Label("elements", path, true));
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            enqueue(dataset.committedDatatypeAddress(), "datatype of " + path);
        }
        dataset.forEachBlock(
                (address, size, structure, raw) -> claims.add(address, size, new Label(structure, path, raw)));
        if (dataset.notFollowed() != null) {
            findings.add(dataset.notFollowed());
        }
        dataset.forEachKnownReference((id, holding) -> visitHeapObject(id, holding, path));
    }
}
