package dev.fallow.internal.check;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.FoundObjects;
import dev.fallow.internal.census.WalkQueue;
import dev.fallow.internal.check.structure.CachedGroups;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Visits all objects from the root group on, once each, and counts the links to them. Memory is 4 to 8 bytes for each object.
 * Objects found are visited while the links of a large group are, so that few wait.
 */
final class ObjectWalk {
    /** While the links of a group are visited, at most so many objects wait. */
    private static final int MOST_WAITING = 10_000;

    private final Context context;
    private final BTreeK k;
    private final HeldObjects held;
    private final Resolved resolved;
    private final ChunkDecoding decoding;
    /** The tally of an object is the number of links found beyond the first; once its header has been read, the number found minus the link count. */
    private FoundObjects objects = new FoundObjects(false);

    /** The objects whose headers could not be read. */
    private final Set<Long> unread = new HashSet<>();

    private final WalkQueue toVisit = new WalkQueue();
    /** Groups that were found while the links of another one were visited, and which may be large. */
    private final WalkQueue groups = new WalkQueue();
    /** The objects with a wrong link count, with the number of links found. */
    private final AddressTable wrongCounts = new AddressTable();

    /** The objects whose attributes or elements are references. */
    private final WalkQueue referring = new WalkQueue();

    private boolean complete = true;
    /** Whether objects are visited while the links of a group are. */
    private boolean inBetween;

    /**
     * @param shared null if there is no table
     * @param decoding null if chunks are not to be decoded
     */
    ObjectWalk(Context context, BTreeK k, SharedMessagesCheck shared, HeldObjects held, ChunkDecoding decoding) {
        this.decoding = decoding;
        this.context = context;
        this.k = k;
        this.held = held;
        resolved = new Resolved(context, shared, this::enqueue);
    }

    /** The objects with a wrong link count, with the number of links found. */
    AddressTable wrongCounts() {
        return wrongCounts;
    }

    /** The number of objects. */
    long count() {
        return objects.size();
    }

    void walk(long root) throws IOException {
        PathNode rootPath = PathNode.of("/");
        enqueue(root, rootPath); // the superblock counts as a link
        CachedGroups.checkRoot(context, root, rootPath);
        visitFound();
        while (!groups.isEmpty()) {
            WalkQueue.Step group = groups.remove();
            complete &= context.findings().attempt(Family.OTHER, group.address(), group.path(), () -> {
                // its findings, and those of its blocks, were reported when it was visited
                Header header = new HeaderCheck(context.quiet()).read(group.address(), group.path());
                links(header, group.path());
            });
            visitFound();
        }
        held.finish();
        checkLinkCounts(root);
    }

    private void visitFound() throws IOException {
        while (!toVisit.isEmpty()) {
            WalkQueue.Step step = toVisit.remove();
            complete &= context.findings()
                    .attempt(Family.OTHER, step.address(), step.path(), () -> visit(step.address(), step.path()));
        }
    }

    // ---- references --------------------------------------------------------------------------------------------

    private void enqueue(long address, PathNode path) throws IOException {
        if (objects.has(address)) {
            objects.tally(address, 1);
        } else if (!context.isInside(address, 1) || address == 0) {
            complete = false;
            context.add(
                    FindingCode.LINK_TARGET,
                    address,
                    path,
                    "expected an object header before the end of allocation, %d, found the address %d"
                            .formatted(context.superblock().end(), address));
        } else {
            objects.add(address);
            toVisit.add(address, path, 0);
            if (toVisit.size() > MOST_WAITING && !inBetween) {
                inBetween = true;
                try {
                    visitFound();
                } finally {
                    inBetween = false;
                }
            }
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    private void visit(long address, PathNode path) throws IOException {
        Header header = new HeaderCheck(context).read(address, path);
        if (header == null) {
            complete = false;
            unread.add(address);
            return;
        }
        complete &= header.complete();
        objects.tally(address, 1 - header.linkCount());
        MessageCheck.check(context, header, path);
        AttributeCheck attributes = new AttributeCheck(context, resolved, path);
        attributes.check(header);
        boolean refers = attributes.refersToObjects();
        if (attributes.refersToHeap()) {
            held.attributes(address, path);
        }
        boolean group = header.has(MessageType.LINK_INFO) || header.has(MessageType.SYMBOL_TABLE);
        if (!group && header.complete() && address == context.superblock().root()) {
            context.add(
                    FindingCode.SB_ROOT,
                    address,
                    path,
                    "expected a root group at address %d, found another object".formatted(address));
        }
        if (group && inBetween && GroupCheck.mayBeLarge(context, header)) {
            groups.add(address, path, 0);
        } else if (group) {
            links(header, path);
        } else if (header.has(MessageType.DATA_LAYOUT)) {
            DatasetCheck dataset = new DatasetCheck(context, resolved, k, decoding, path);
            if (dataset.check(header)) {
                refers |= ReferenceCheck.refers(dataset.type());
                if (dataset.refersToHeap()) {
                    held.dataset(address, path);
                }
            }
        } else if (header.complete() && header.has(MessageType.DATATYPE) && header.has(MessageType.DATASPACE)) {
            context.add(
                    FindingCode.HDR_KIND,
                    address,
                    path,
                    "object header at address %d: expected a data layout, found a datatype and a dataspace without one"
                            .formatted(address));
        } else if (!header.has(MessageType.DATATYPE)) {
            context.add(
                    FindingCode.HDR_KIND,
                    address,
                    path,
                    "object header at address %d: expected a group, a dataset or a datatype, found none of them"
                            .formatted(address));
        }
        if (refers) {
            referring.add(address, path, 0);
        }
    }

    /** Frees the memory of the objects; their number and links can no longer be asked for. */
    void forgetObjects() {
        objects = null;
    }

    /**
     * Follows the references in attributes and elements; to be called after the walk, if it has found no errors.
     *
     * @param isObject whether there is an object at an address
     */
    void checkReferences(ObjectStore store, LongPredicate isObject) throws IOException {
        ReferenceCheck references = new ReferenceCheck(context.findings(), store, isObject);
        while (!referring.isEmpty()) {
            WalkQueue.Step each = referring.remove();
            references.visit(each.address(), each.path());
        }
    }

    private void links(Header header, PathNode path) throws IOException {
        CachedGroups cached = new CachedGroups(context);
        SoftLinks soft = new SoftLinks(header.address(), path);
        new GroupCheck(context, k, path, new GroupCheck.Links() {
                    @Override
                    public void hard(long address, PathNode at, SymbolTableEntry entry, long entryAddress)
                            throws IOException {
                        enqueue(address, at);
                        cached.add(address, at, entry, entryAddress);
                    }

                    @Override
                    public void soft(String target, PathNode at) throws IOException {
                        soft.add(target, at);
                    }
                })
                .check(header);
        soft.follow();
        cached.check();
    }

    /** Soft links of one group, which are followed some at a time: this reads other groups. */
    private final class SoftLinks {
        private final long group;
        private final PathNode path;
        private final List<Soft> waiting = new ArrayList<>();

        private record Soft(String target, PathNode path) {}

        SoftLinks(long group, PathNode path) {
            this.group = group;
            this.path = path;
        }

        void add(String target, PathNode at) throws IOException {
            waiting.add(new Soft(target, at));
            if (waiting.size() == MOST_WAITING) {
                follow();
            }
        }

        void follow() throws IOException {
            for (Soft each : waiting) {
                held.softLink(group, path, each.target, each.path);
            }
            waiting.clear();
        }
    }

    private void checkLinkCounts(long root) throws IOException {
        Map<Long, Long> wrong = new LinkedHashMap<>();
        objects.forEachTally((address, tally) -> {
            // after other damage some links may not have been found
            boolean differs = tally > 0 || complete;
            if (differs && !unread.contains(address)) {
                wrong.put(address, tally);
            }
        });
        if (wrong.isEmpty()) {
            return;
        }
        Map<Long, PathNode> paths = new PathFinder(context.quiet(), k, wrong.keySet()).find(root);
        for (Map.Entry<Long, Long> each : wrong.entrySet()) {
            long address = each.getKey();
            PathNode path = paths.get(address);
            long stored = new HeaderCheck(context.quiet()).read(address, path).linkCount();
            long found = stored + each.getValue();
            wrongCounts.add(address, found);
            context.add(
                    stored < found ? FindingCode.HDR_LINKS_LOW : FindingCode.HDR_LINKS_HIGH,
                    address,
                    path,
                    "object header at address %d: expected a link count of %d, found %d"
                            .formatted(address, found, stored));
        }
    }
}
