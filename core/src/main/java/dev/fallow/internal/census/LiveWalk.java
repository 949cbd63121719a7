package dev.fallow.internal.census;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.FoundObjects;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.Claims;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Walks everything reachable from the superblock, and reports the extent of each structure. A structure that is reached
 * but not understood becomes a finding; bytes reachable only through it are not reported. O(n) in the number of
 * objects, each of which takes 4 to 8 bytes of memory, and as many more if details are wanted.
 *
 * <p>Objects are visited in the order in which they are found. While the links of a large group are visited, the objects
 * found are visited in between, so that few wait; the links of large groups among them are visited later.
 */
public final class LiveWalk {
    private static final String SUPERBLOCK = "superblock";
    private static final String EXTENSION = "superblock extension";
    /** While the links of a group are visited, at most so many objects wait. */
    private static final int MOST_WAITING = 10_000;

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final Claims claims;
    private final WalkFindings findings = new WalkFindings();
    private final WalkDetails details;
    private final HeaderClaims headers;
    private final HeapObjectClaims heapObjects;
    private final ObjectClaims objects;
    private final SharedMessageUsers sharedMessages;
    /**
     * The objects found so far. The tally of an object is the number of links and users found beyond the first; once the object has been
     * visited, it is the number found minus the link count, and so 0 if they are equal.
     */
    private final FoundObjects uses;

    private final AddressTable lowLinkCounts = new AddressTable();
    private final WalkQueue toVisit = new WalkQueue();
    /** Visited groups whose links are to be visited, with their numbers. */
    private final WalkQueue groups = new WalkQueue();

    /** Objects whose headers could not be read. */
    private final Set<Long> unread = new HashSet<>();

    /** The objects that were visited, or are being visited. */
    private int visited;

    /** The number of the object that is being visited, from 0 in the order of visits; -1 before the root group. */
    private int current = -1;

    /** Whether objects are visited while the links of a group are. */
    private boolean inBetween;

    /**
     * @param superblock of the file
     * @param claims called once per structure, even if structures overlap
     */
    public LiveWalk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Claims claims) {
        this(store, sections, superblock, claims, WalkDetails.NONE);
    }

    /** As above, with more details. */
    LiveWalk(
            ObjectStore store,
            SectionPersistence sections,
            AnySuperblock superblock,
            Claims claims,
            WalkDetails details) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.claims = (address, size, label) -> {
            claims.add(address, size, label);
            store.advance().add(size);
        };
        this.details = details;
        uses = new FoundObjects(details != WalkDetails.NONE);
        headers = new HeaderClaims(this.claims, findings, details);
        heapObjects = new HeapObjectClaims(store.globalHeap(), this.claims, findings, details);
        sharedMessages = new SharedMessageUsers(store.sharedMessages());
        objects = new ObjectClaims(store, this.claims, findings, heapObjects, this::enqueue, sharedMessages, details);
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
        return findings.all();
    }

    /** What {@link #walk} returned. */
    List<String> findings() {
        return findings.all();
    }

    /**
     * What hinders a change that needs to know everything that is live: the findings, and unknown messages, which could refer to
     * something.
     */
    public List<String> hindrances() {
        List<String> hindrances = new ArrayList<>(findings.all());
        hindrances.addAll(findings.unknownMessages());
        return hindrances;
    }

    /**
     * The findings that a change could make worse: structures that differ from what their references require, and
     * structures that overlap others. Unsupported features are not damage.
     */
    public List<String> damage() {
        return findings.damage();
    }

    /** The objects whose link count is lower than the number of links and users found; with the number found. */
    public AddressTable lowLinkCounts() {
        return lowLinkCounts;
    }

    /** Whether an object at an address has been found. */
    public boolean reached(long address) {
        return uses.has(address);
    }

    /** The unknown messages found. Whatever they refer to has not been reported. They are not necessarily errors. */
    public List<String> unknownMessages() {
        return findings.unknownMessages();
    }

    /**
     * Global heap objects that nothing refers to, in collections with other objects; valid after the walk. Empty if some elements may not have been read.
     */
    public UnheldObjects unheldObjects() {
        return heapObjects.unheld();
    }

    /** Whether a claim is that of the superblock, or of what it refers to besides the root group. */
    static boolean isSuperblock(Object label) {
        return SUPERBLOCK.equals(label) || EXTENSION.equals(label) || DriverInfoBlock.STRUCTURE.equals(label);
    }

    private void claimLive() throws IOException {
        claims.add(0, superblock.encodedLength(), SUPERBLOCK);
        long extension = sections.message().extensionAddress();
        if (extension != Addresses.UNDEFINED) {
            headers.claim(store.header(extension), EXTENSION);
            findings.attempt(PathNode.of(EXTENSION), () -> sections.message().claimCacheImage(claims, EXTENSION));
        }
        if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            findings.attempt(PathNode.of(SUPERBLOCK), () -> claimDriverInfo(old.driverInfoAddress()));
        }
        if (store.sharedMessages() != null) {
            findings.attempt(
                    PathNode.of("shared messages"), () -> store.sharedMessages().forEachBlock(claims::add));
        }
        sections.forEachBlock(claims);
        enqueue(superblock.rootAddress(), PathNode.of("/")); // the superblock counts as a link
        visitFound();
        while (!groups.isEmpty()) {
            WalkQueue.Step group = groups.remove();
            again(group.number());
            findings.attempt(group.path(), () -> objects.visitLinks(store.header(group.address()), group.path()));
            visitFound();
        }
        details.noObject();
        heapObjects.allVisited();
        checkLinkCounts();
        findings.attempt(PathNode.of("shared messages"), () -> sharedMessages.check(findings::damaged));
        heapObjects.claimCollections();
    }

    private void visitFound() throws IOException {
        while (!toVisit.isEmpty()) {
            WalkQueue.Step step = toVisit.remove();
            current = visited++;
            unread.add(step.address());
            findings.attempt(step.path(), () -> visit(step));
            if (unread.contains(step.address())) {
                details.object(current, step.number(), step.path(), step.address(), null);
            }
            store.cache().parkAndTrim(); // no object is kept in memory after its visit
        }
    }

    private void again(int number) {
        current = number;
        details.again(number);
    }

    /** Visits what was found, and goes on with the links of the same group. */
    private void visitInBetween() throws IOException {
        int group = current;
        inBetween = true;
        try {
            visitFound();
        } finally {
            inBetween = false;
        }
        again(group);
    }

    /** Reports link counts that are too low. A link count that is too high only keeps an unreferenced object alive. */
    private void checkLinkCounts() throws IOException {
        uses.forEachTally((address, tally) -> {
            if (tally > 0 && !unread.contains(address)) {
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
        claims.add(address, length, DriverInfoBlock.STRUCTURE);
    }

    private void enqueue(long address, PathNode path) throws IOException {
        if (!uses.add(address)) {
            uses.tally(address, 1);
            if (details != WalkDetails.NONE) {
                details.link(uses.numberOf(address));
            }
            return;
        }
        toVisit.add(address, path, current);
        if (toVisit.size() > MOST_WAITING && !inBetween) {
            visitInBetween();
        }
    }

    private void visit(WalkQueue.Step step) throws IOException {
        int number = current;
        ObjectHeader header = store.header(step.address());
        uses.tally(step.address(), 1 - header.linkCount());
        unread.remove(step.address());
        details.object(number, step.number(), step.path(), step.address(), header);
        headers.claim(header, new LiveLabel("object header", step.path(), SpaceUse.HEADERS));
        headers.tellSlack(header);
        if (objects.visit(header, step.path(), inBetween)) {
            groups.add(step.address(), step.path(), number);
        }
    }
}
