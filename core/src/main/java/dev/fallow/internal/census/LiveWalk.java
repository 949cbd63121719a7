package dev.fallow.internal.census;

import dev.fallow.ContainerException;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.globalheap.VisitedHeapObjects;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.link.CompactLinks;
import dev.fallow.internal.link.Links;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.SpaceUse;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Walks everything reachable from the superblock, and reports the extent of each structure. A structure that is reached
 * and not understood becomes a finding. Bytes reachable only through it are not reported. O(n) in the number of
 * objects.
 *
 * <p>It is the {@linkplain Census.Reader reader} that trusts the file: it reads structures through the cache, and refuses one that it
 * does not understand.
 */
public final class LiveWalk implements Census.Reader {
    private static final String SUPERBLOCK = "superblock";
    private static final String EXTENSION = "superblock extension";
    /** The types of which a header can have several messages, a bit for each. */
    public static final int SEVERAL_MESSAGES = Stream.of(
                    MessageType.NIL, MessageType.LINK, MessageType.ATTRIBUTE, MessageType.CONTINUATION)
            .mapToInt(type -> 1 << type.number())
            .sum();

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final CensusVisitor visitor;
    /** The visitor, if it wants details; otherwise one that ignores them. */
    private final CensusVisitor details;

    private final Census census;
    private final List<String> findings = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();
    private final List<String> unknownMessages = new ArrayList<>();
    private final VisitedHeapObjects heapObjects;
    /** Addresses at which a global heap collection was expected and not found. */
    private final Set<Long> damagedHeaps = new HashSet<>();
    /** Whether all holders of global heap objects were visited. */
    private boolean visitedAllHolders;

    /** The number of users found of each message in the shared message table, for comparison with the table. */
    private final Map<SharedKey, Long> sharedUsers = new HashMap<>();

    /** Heaps and B-trees visited so far, with the path of the object that owns them. */
    private final Map<Long, PathNode> structures = new HashMap<>();

    private final AddressTable lowLinkCounts = new AddressTable();

    private record SharedKey(int type, long id) {}

    /** The visitor receives each structure once, even if structures overlap. */
    public LiveWalk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, CensusVisitor visitor) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.visitor = visitor;
        details = visitor.wantsDetails() ? visitor : (address, size, label) -> {};
        census = new Census(this, details.wantsDetails());
        heapObjects = store.globalHeap().visited();
    }

    /**
     * Performs the walk; may be called once.
     *
     * @return problems: structures that could not be followed, and structures claimed twice. The walk is complete if this
     *     and {@link #unknownMessages} are empty
     */
    public List<String> walk() throws IOException {
        store.advance().begin(store.space().endOfAllocation());
        claimLive();
        store.advance().end();
        return findings;
    }

    /** The problems that {@link #walk} found. */
    List<String> findings() {
        return findings;
    }

    /** The reasons against a change that needs to know all live structures: findings, and unknown messages, which could refer to some. */
    public List<String> hindrances() {
        List<String> hindrances = new ArrayList<>(findings);
        hindrances.addAll(unknownMessages);
        return hindrances;
    }

    /** The findings that a change could make worse. Unsupported features are not damage. */
    public List<String> damage() {
        return damage;
    }

    /** The objects whose link count is lower than the number of links and users found; with the number found. */
    public AddressTable lowLinkCounts() {
        return lowLinkCounts;
    }

    /** Whether an object at an address has been found. */
    public boolean reached(long address) {
        return census.has(address);
    }

    /** The unknown messages found. Whatever they refer to has not been reported. They are not necessarily errors. */
    public List<String> unknownMessages() {
        return unknownMessages;
    }

    /** Global heap objects that nothing refers to, in collections with other objects. Empty if some elements may not have been read. */
    public UnheldObjects unheldObjects() {
        return visitedAllHolders ? heapObjects.unheld() : UnheldObjects.none(store.globalHeap());
    }

    /** The first of some findings, and the number of others. */
    public static String summary(List<String> findings) {
        return findings.get(0) + (findings.size() == 1 ? "" : " (and %d more)".formatted(findings.size() - 1));
    }

    /** Whether a label is that of the superblock, its extension or the driver information. */
    static boolean isSuperblock(Object label) {
        return SUPERBLOCK.equals(label) || EXTENSION.equals(label) || DriverInfoBlock.STRUCTURE.equals(label);
    }

    /** Whether a label is that of the superblock extension, which each commit may change. */
    public static boolean isExtension(Object label) {
        return EXTENSION.equals(label);
    }

    /** A part of the walk. */
    @FunctionalInterface
    private interface Part {
        void run() throws IOException;
    }

    /** Runs a part of the walk. Its failure becomes a finding, and the rest of the walk continues. */
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

    private void claim(long address, long size, Object label) {
        visitor.block(address, size, label);
        store.advance().add(size);
    }

    private void claimLive() throws IOException {
        claim(0, superblock.encodedLength(), SUPERBLOCK);
        long extension = sections.message().extensionAddress();
        if (extension != Addresses.UNDEFINED) {
            claimHeader(store.header(extension), EXTENSION);
            attempt(
                    PathNode.of(EXTENSION),
                    () -> sections.message()
                            .forCacheImage((address, size, structure) -> claim(address, size, EXTENSION)));
        }
        if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            attempt(PathNode.of(SUPERBLOCK), () -> claimDriverInfo(old.driverInfoAddress()));
        }
        if (store.sharedMessages() != null) {
            attempt(PathNode.of("shared messages"), () -> store.sharedMessages().forEachBlock(this::claim));
        }
        sections.forEachBlock(this::claim);
        census.found(superblock.rootAddress(), PathNode.of("/"));
        census.walk();
        details.noObject();
        visitedAllHolders = findings.isEmpty() && unknownMessages.isEmpty();
        heapObjects.publish(visitedAllHolders);
        checkLinkCounts();
        if (store.sharedMessages() != null) {
            attempt(PathNode.of("shared messages"), () -> checkSharedUsers(store.sharedMessages()));
        }
        heapObjects.forEachCollection(this::claimCollection);
        if (heapObjects.missing() > 0) {
            findings.add(heapObjects.missing() + " elements refer to objects that are not in the global heap");
        }
    }

    @Override
    public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
        attempt(object.path(), () -> read(number, object, later));
        if (census.isUnread(object.address())) {
            details.object(number, object.number(), object.path(), object.address(), null);
        }
        store.cache().parkAndTrim(); // no object is kept in memory after its visit
    }

    private void read(int number, WalkQueue.Step object, boolean later) throws IOException {
        ObjectHeader header = store.header(object.address());
        census.counted(object.address(), header.linkCount());
        details.object(number, object.number(), object.path(), object.address(), header);
        claimHeader(header, new LiveLabel("object header", object.path(), SpaceUse.HEADERS));
        header.forEachGap((address, length) -> details.part(address, length, SpaceUse.HEADERS, SpaceUse.HEADER_SLACK));
        if (store.sharedMessages() != null) {
            attempt(object.path(), () -> findSharedMessages(header, store.sharedMessages()));
        }
        String path = object.path().toString();
        attempt(object.path(), () -> visitAttributes(new Attributes(store, header, path), object.path()));
        switch (header.kind()) {
            case GROUP -> visitGroup(Links.of(store, header, path), object, later);
            case DATASET -> visitDataset(DatasetStorage.of(store, header, path), object.path());
            case DATATYPE -> // others decode their elements by it
                CommittedDatatypes.read(store, header.address(), path);
            default ->
                findings.add(object.path() + ": an object of unknown kind, header at address " + header.address());
        }
    }

    private void visitAttributes(Attributes attributes, PathNode path) throws IOException {
        if (!belongTo(path, attributes.structures())) {
            return;
        }
        attempt(
                path,
                () -> attributes.forEachBlock((address, size, structure) -> claim(
                        address, size, new LiveLabel(structure + " of the attributes", path, SpaceUse.ATTRIBUTES))));
        attributes.verify();
        findings.addAll(attributes.findReferences(new Attributes.References() {
            @Override
            public boolean visit(GlobalHeapId id, Ownership ownership) throws IOException {
                return visitHeapObject(id, ownership, path);
            }

            @Override
            public void datatype(long address) throws IOException {
                census.found(address, path.datatype());
            }

            @Override
            public boolean shared(int type, long id) {
                return countSharedUser(type, id);
            }
        }));
    }

    private void visitGroup(Links links, WalkQueue.Step object, boolean later) throws IOException {
        if (!claimLinks(links, object.path())) {
            return;
        }
        if (later && !(links instanceof CompactLinks)) {
            census.visitLinksLater(object);
        } else {
            visitLinks(links, object.path());
        }
    }

    /** Claims the blocks of links; returns false if they were claimed before. */
    private boolean claimLinks(Links links, PathNode path) throws IOException {
        if (!belongTo(path, links.structures())) {
            return false;
        }
        attempt(
                path,
                () -> links.forEachBlock((address, size, structure) -> {
                    claim(address, size, new LiveLabel(structure + " of the links", path, SpaceUse.LINKS));
                    store.cache().trim(); // the blocks of a large group do not fit into the cache
                }));
        return true;
    }

    private void visitLinks(Links links, PathNode path) throws IOException {
        links.forEachHardLink((name, target) -> census.found(target, path.child(name)));
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
            claim(
                    dataset.storageAddress(),
                    dataset.storageSize(),
                    new LiveLabel("elements", path, true, SpaceUse.CONTIGUOUS));
        }
        details.elements(dataset.elementBytes());
        if (dataset.layout() == StorageLayout.COMPACT) {
            details.part(dataset.compactAddress(), dataset.storageSize(), SpaceUse.HEADERS, SpaceUse.COMPACT);
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            census.found(dataset.committedDatatypeAddress(), path.datatype());
        }
        dataset.forEachBlock((address, size, structure, raw) ->
                claim(address, size, new LiveLabel(structure, path, raw, raw ? SpaceUse.CHUNKS : SpaceUse.INDEXES)));
        DatasetReferences inHeap = new DatasetReferences(dataset);
        if (inHeap.notFollowed() != null) {
            findings.add(inHeap.notFollowed());
        }
        inHeap.forEachKnownReference((id, ownership) -> visitHeapObject(id, ownership, path));
    }

    @Override
    public void links(WalkQueue.Step group) throws IOException {
        PathNode path = group.path();
        attempt(path, () -> visitLinks(Links.of(store, store.header(group.address()), path.toString()), path));
    }

    @Override
    public void again(int number) {
        details.again(number);
    }

    @Override
    public void foundAgain(long address) {
        if (details.wantsDetails()) {
            details.link(census.numberOf(address));
        }
    }

    // ---- shared messages ------------------------------------------------------------------------------------------

    /** Counts a user of a shared message; returns whether it is the first one. */
    private boolean countSharedUser(int type, long id) {
        return sharedUsers.merge(new SharedKey(type, id), 1L, Long::sum) == 1;
    }

    /** Counts the messages of a header; attributes in a heap are counted where they are read. */
    private void findSharedMessages(ObjectHeader header, SharedMessages messages) throws IOException {
        for (LiveMessage message : header.messages(any -> true)) {
            long id = SharedMessages.NONE;
            if (message.isSharable()) {
                id = messages.entryOf(header, message);
            } else if (message.type() != MessageType.ATTRIBUTE.number()) {
                id = message.sharedId();
            }
            if (id != SharedMessages.NONE) {
                countSharedUser(message.type(), id);
            }
        }
    }

    /** A message with too low a count would be removed before its last user. A count that is too high only keeps an unused message. */
    private void checkSharedUsers(SharedMessages messages) throws IOException {
        Map<SharedKey, Long> left = new HashMap<>(sharedUsers);
        messages.forEachEntry((types, id, users) -> {
            long counted = 0;
            for (int type = 0; types >> type != 0; type++) {
                Long some = (types >> type & 1) == 0 ? null : left.remove(new SharedKey(type, id));
                counted += some == null ? 0 : some;
            }
            if (counted > users) {
                damaged("shared message 0x%016x: expected at least %d users in the table, found %d"
                        .formatted(id, counted, users));
            }
        });
        left.forEach((key, users) -> damaged("shared message 0x%016x: expected a record of this %s, found none"
                .formatted(key.id, MessageType.titleOf(key.type))));
    }

    // ---- blocks ---------------------------------------------------------------------------------------------------

    /** Visits a referenced global heap object. An unreadable collection is reported once. */
    private boolean visitHeapObject(GlobalHeapId id, Ownership ownership, PathNode path) throws IOException {
        try {
            boolean first = heapObjects.add(id, ownership);
            if (first && ownership == Ownership.EXCLUSIVE && details.wantsDetails()) {
                details.heapObject(id.collectionAddress(), store.globalHeap().footprint(id));
            }
            return first;
        } catch (ContainerException | FormatException e) {
            if (damagedHeaps.add(id.collectionAddress())) {
                damaged(path + ": " + e.getMessage());
            }
            return false;
        }
    }

    private void claimCollection(long address, long size, int freeBytes, int ownedAgain) {
        claim(address, size, new LiveLabel(GlobalHeapCollection.STRUCTURE, null, true, SpaceUse.HEAP_LIVE));
        details.part(address + size - freeBytes, freeBytes, SpaceUse.HEAP_LIVE, SpaceUse.HEAP_SLACK);
        if (ownedAgain > 0) {
            findings.add("%d elements of variable length hold objects of the %s at address %d that others hold too"
                    .formatted(ownedAgain, GlobalHeapCollection.STRUCTURE, address));
        }
    }

    /** Claims the chunks of a header, and reports messages that are unknown or repeated. */
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
        header.forEachChunk((address, length) -> claim(address, length, what));
    }

    /**
     * Whether a header has had a message of this type that it can have one of: an edit may change the order of messages, and
     * another one would count then. The types met have a bit each.
     */
    private static boolean isSecond(LiveMessage message, int[] met) {
        int type = 1 << message.type();
        boolean second = (met[0] & type) != 0;
        met[0] |= type & ~SEVERAL_MESSAGES;
        return second;
    }

    private static boolean isUnknown(LiveMessage message) {
        return MessageType.of(message.type()).isEmpty();
    }

    /** Reports link counts that are too low. A link count that is too high only keeps an unreferenced object alive. */
    private void checkLinkCounts() throws IOException {
        census.forEachWrongCount((address, tally) -> {
            if (tally > 0) {
                long count = store.header(address).linkCount();
                lowLinkCounts.add(address, count + tally);
                findings.add("object header at address %d: expected a link count of at least %d, found %d"
                        .formatted(address, count + tally, count));
            }
        });
    }

    private void claimDriverInfo(long address) throws IOException {
        FieldReader prefix = store.structures().read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE);
        long length = DriverInfoBlock.encodedLength(prefix);
        store.structures().requireInside(address, length, DriverInfoBlock.STRUCTURE);
        claim(address, length, DriverInfoBlock.STRUCTURE);
    }
}
