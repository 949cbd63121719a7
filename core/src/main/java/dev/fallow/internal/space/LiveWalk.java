package dev.fallow.internal.space;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.DriverInfoBlock;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.SuperblockV0;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.globalheap.Holding;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.globalheap.VisitedHeapObjects;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.path.PathNode;
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
import java.util.stream.Stream;

/**
 * Walks everything reachable from the superblock, and reports the extent of each structure. A structure that is reached
 * but not understood becomes a finding; bytes reachable only through it are not reported. O(n) in the number of
 * objects, whose addresses are kept in memory.
 */
public final class LiveWalk {
    /** The types of which a header can have several messages, a bit for each. */
    private static final int SEVERAL = Stream.of(
                    MessageType.NIL, MessageType.LINK, MessageType.ATTRIBUTE, MessageType.CONTINUATION)
            .mapToInt(type -> 1 << type.number())
            .sum();

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final Claims claims;
    private final List<String> findings = new ArrayList<>();
    /** The findings that a change could make worse. */
    private final List<String> damage = new ArrayList<>();

    private final List<String> unknownMessages = new ArrayList<>();
    /** The objects visited so far, and how many links and users of each. */
    private final AddressTable uses = new AddressTable();

    private final AddressTable lowLinkCounts = new AddressTable();
    private final Deque<Step> toVisit = new ArrayDeque<>();

    private final VisitedHeapObjects heapObjects;
    private boolean metAllHolders;
    /** Objects whose headers could not be read. */
    private final Set<Long> unread = new HashSet<>();
    /** Addresses at which a global heap collection was expected and not found. */
    private final Set<Long> damagedHeaps = new HashSet<>();
    /** Heaps and B-trees visited so far, with the path of the object that owns them. */
    private final Map<Long, PathNode> structures = new HashMap<>();

    private record Step(long address, PathNode path) {}

    /** Receives the live extents. */
    @FunctionalInterface
    public interface Claims {
        /**
         * A run of bytes in use.
         *
         * @param size in bytes; may be 0
         * @param label names the owner in messages; converted to a string only there
         */
        void add(long address, long size, Object label);
    }

    /** Whether the structure with this label is raw data, or is allocated as raw data. */
    static boolean isRawData(Object label) {
        return label instanceof Label known && known.raw;
    }

    /** A structure and its owner; converted to a string only on request. */
    private record Label(String structure, PathNode path, boolean raw) {
        Label(String structure, PathNode path) {
            this(structure, path, false);
        }

        @Override
        public String toString() {
            return path == null ? structure : structure + " of " + path;
        }
    }

    /**
     * @param superblock of the file
     * @param claims receives each structure once, including those that overlap
     */
    public LiveWalk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Claims claims) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.claims = claims;
        heapObjects = store.globalHeap().met();
    }

    /**
     * Performs the walk; may be called once.
     *
     * @return the structures that could not be followed and those claimed twice; empty if all live extents have been
     * reported
     */
    public List<String> walk() throws IOException {
        claimLive();
        return findings;
    }

    /**
     * The findings that a change could make worse: structures that differ from what their references require, and
     * structures that overlap others. Unsupported features are not damage.
     */
    public List<String> damage() {
        return damage;
    }

    /** The objects whose link count is lower than the number of links and users found; the value is that number. */
    public AddressTable lowLinkCounts() {
        return lowLinkCounts;
    }

    /** The finding for bytes used by two structures. */
    static String overlapping(long address, long size, String owners) {
        return "%d bytes at address %d belong to two: %s".formatted(size, address, owners);
    }

    /** The unknown messages found. Whatever they refer to has not been reported. They are not necessarily errors. */
    public List<String> unknownMessages() {
        return unknownMessages;
    }

    /**
     * Global heap objects that nothing refers to, in collections with other objects; valid after the walk. None if some
     * elements may not have been read.
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
            attempt(PathNode.of("superblock"), () -> claimDriverInfo(old.driverInfoAddress()));
        }
        if (store.sharedMessages() != null) {
            attempt(PathNode.of("shared messages"), () -> store.sharedMessages().forEachBlock(claims::add));
        }
        sections.forEachBlock(claims);
        enqueue(superblock.rootAddress(), PathNode.of("/")); // the superblock counts as a link
        while (!toVisit.isEmpty()) {
            Step step = toVisit.remove();
            unread.add(step.address);
            attempt(step.path, () -> visit(step));
            store.cache().parkAndTrim(); // no object is kept in memory after its visit
        }
        metAllHolders = findings.isEmpty() && unknownMessages.isEmpty();
        heapObjects.publish(metAllHolders);
        checkLinkCounts();
        heapObjects.forEachCollection(this::claimGlobalHeap);
        if (heapObjects.missing() > 0) {
            findings.add(heapObjects.missing() + " elements refer to objects that are not in the global heap");
        }
    }

    /** Reports link counts that are too low. A link count that is too high only keeps an unreferenced object alive. */
    private void checkLinkCounts() throws IOException {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.value(i) > 0 && !unread.contains(uses.address(i))) {
                long count = store.header(uses.address(i)).linkCount();
                lowLinkCounts.add(uses.address(i), count + uses.value(i));
                findings.add("object header at address %d: expected a link count of at least %d, found %d"
                        .formatted(uses.address(i), count + uses.value(i), count));
            }
        }
    }

    /** A part of the walk. Its failure becomes a finding, and the rest of the walk continues. */
    @FunctionalInterface
    private interface Part {
        void run() throws IOException;
    }

    private void attempt(PathNode path, Part part) throws IOException {
        try {
            part.run();
        } catch (UnsupportedFeatureException e) {
            findings.add(path + ": " + e.getMessage());
        } catch (ContainerException | FormatException | EOFException e) {
            damaged(path + ": " + e.getMessage());
        }
    }

    private void damaged(String finding) {
        findings.add(finding);
        damage.add(finding);
    }

    private void claimDriverInfo(long address) throws IOException {
        FieldReader prefix = store.structures().read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE);
        long length = DriverInfoBlock.encodedLength(prefix);
        store.structures().requireInside(address, length, DriverInfoBlock.STRUCTURE);
        claims.add(address, length, DriverInfoBlock.STRUCTURE);
    }

    /** Visits a referenced global heap object. An unreadable collection is reported once. */
    private boolean visitHeapObject(GlobalHeapId id, Holding holding, PathNode path) throws IOException {
        try {
            return heapObjects.add(id, holding);
        } catch (ContainerException | FormatException e) {
            if (damagedHeaps.add(id.collectionAddress())) {
                damaged(path + ": " + e.getMessage());
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

    private void enqueue(long address, PathNode path) {
        int met = uses.indexOf(address);
        if (met >= 0) {
            uses.set(met, uses.value(met) + 1);
        } else {
            uses.add(address, 1);
            toVisit.add(new Step(address, path));
        }
    }

    private void claimHeader(ObjectHeader header, Object what) {
        int[] met = {0};
        for (LiveMessage message : header.messages(message -> isUnknown(message) || isSecond(message, met))) {
            String title = MessageType.titleOf(message.type());
            if (isUnknown(message)) {
                unknownMessages.add("%s, address %d: %s".formatted(what, header.address(), title));
            } else {
                damaged("%s, address %d: expected one %s, found several".formatted(what, header.address(), title));
            }
        }
        header.forEachChunk((address, length) -> claims.add(address, length, what));
    }

    /**
     * Whether a header has had a message of this type that it can have one of: an edit may change the order of messages, and
     * another one would count then.
     *
     * @param met a bit for each type
     */
    private static boolean isSecond(LiveMessage message, int[] met) {
        int type = 1 << message.type();
        boolean second = (met[0] & type) != 0;
        met[0] |= type & ~SEVERAL;
        return second;
    }

    private static boolean isUnknown(LiveMessage message) {
        return MessageType.of(message.type()).isEmpty();
    }

    private void visit(Step step) throws IOException {
        ObjectHeader header = store.header(step.address);
        int met = uses.indexOf(step.address);
        uses.set(met, uses.value(met) - header.linkCount());
        unread.remove(step.address);
        claimHeader(header, new Label("object header", step.path));
        attempt(step.path, () -> visitAttributes(header, step.path));
        ObjectKind kind = ObjectKinds.of(header);
        if (kind == ObjectKind.GROUP) {
            visitLinks(Links.of(store, header, step.path.toString()), step.path);
        } else if (kind == ObjectKind.DATASET) {
            visitDataset(DatasetStorage.of(store, header, step.path.toString()), step.path);
        } else if (kind == ObjectKind.DATATYPE) {
            CommittedDatatypes.read(store, step.address, step.path.toString()); // others decode their elements by it
        } else if (kind == ObjectKind.UNKNOWN) {
            findings.add(step.path + ": an object of unknown kind, header at address " + step.address);
        }
    }

    private void visitAttributes(ObjectHeader header, PathNode path) throws IOException {
        Attributes attributes = new Attributes(store, header, path.toString());
        if (!belongTo(path, attributes.structures())) {
            return;
        }
        attempt(
                path,
                () -> attributes.forEachBlock((address, size, structure) ->
                        claims.add(address, size, new Label(structure + " of the attributes", path))));
        attributes.verify();
        findings.addAll(attributes.findReferences(new Attributes.References() {
            @Override
            public boolean heapObject(GlobalHeapId id, Holding holding) throws IOException {
                return visitHeapObject(id, holding, path);
            }

            @Override
            public void datatype(long address) {
                enqueue(address, path.datatype());
            }
        }));
    }

    private void visitLinks(Links links, PathNode path) throws IOException {
        if (!belongTo(path, links.structures())) {
            return;
        }
        attempt(
                path,
                () -> links.forEachBlock((address, size, structure) ->
                        claims.add(address, size, new Label(structure + " of the links", path))));
        links.forEach(link -> {
            if (link.target() instanceof LinkTarget.Hard hard) {
                enqueue(hard.address(), path.child(link.name()));
            }
        });
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
                damaged("%s: the structure at address %d belongs to two: %s, and %s"
                        .formatted(path, address, other, path));
                return false;
            }
        }
        return true;
    }

    private void visitDataset(DatasetStorage dataset, PathNode path) throws IOException {
        if (dataset.storageAddress() >= 0) {
            claims.add(dataset.storageAddress(), dataset.storageSize(), new Label("elements", path, true));
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            enqueue(dataset.committedDatatypeAddress(), path.datatype());
        }
        dataset.forEachBlock(
                (address, size, structure, raw) -> claims.add(address, size, new Label(structure, path, raw)));
        if (dataset.notFollowed() != null) {
            findings.add(dataset.notFollowed());
        }
        dataset.forEachKnownReference((id, holding) -> visitHeapObject(id, holding, path));
    }
}
