package dev.fallow.internal.census;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.Claims;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks everything reachable from the superblock, and reports the extent of each structure. A structure that is reached
 * but not understood becomes a finding; bytes reachable only through it are not reported. O(n) in the number of
 * objects.
 *
 * <p>It is the {@linkplain Census.Reader reader} that trusts the file: it reads structures through the cache, and refuses one that it
 * does not understand.
 */
public final class LiveWalk implements Census.Reader {
    private static final String SUPERBLOCK = "superblock";
    private static final String EXTENSION = "superblock extension";

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
    private final Census census;
    private final AddressTable lowLinkCounts = new AddressTable();

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
        census = new Census(this, details != WalkDetails.NONE);
        headers = new HeaderClaims(this.claims, findings, details);
        heapObjects = new HeapObjectClaims(store.globalHeap(), this.claims, findings, details);
        sharedMessages = new SharedMessageUsers(store.sharedMessages());
        objects = new ObjectClaims(store, this.claims, findings, heapObjects, census::found, sharedMessages, details);
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
        return census.has(address);
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
        census.found(superblock.rootAddress(), PathNode.of("/"));
        census.walk();
        details.noObject();
        heapObjects.allVisited();
        checkLinkCounts();
        findings.attempt(PathNode.of("shared messages"), () -> sharedMessages.check(findings::damaged));
        heapObjects.claimCollections();
    }

    @Override
    public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
        findings.attempt(object.path(), () -> read(number, object, later));
        if (census.isUnread(object.address())) {
            details.object(number, object.number(), object.path(), object.address(), null);
        }
        store.cache().parkAndTrim(); // no object is kept in memory after its visit
    }

    private void read(int number, WalkQueue.Step object, boolean later) throws IOException {
        ObjectHeader header = store.header(object.address());
        census.counted(object.address(), header.linkCount());
        details.object(number, object.number(), object.path(), object.address(), header);
        headers.claim(header, new LiveLabel("object header", object.path(), SpaceUse.HEADERS));
        headers.tellSlack(header);
        if (objects.visit(header, object.path(), later)) {
            census.visitLinksLater(object);
        }
    }

    @Override
    public void links(WalkQueue.Step group) throws IOException {
        findings.attempt(group.path(), () -> objects.visitLinks(store.header(group.address()), group.path()));
    }

    @Override
    public void again(int number) {
        details.again(number);
    }

    @Override
    public void foundAgain(long address) {
        if (details != WalkDetails.NONE) {
            details.link(census.numberOf(address));
        }
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
        claims.add(address, length, DriverInfoBlock.STRUCTURE);
    }
}
