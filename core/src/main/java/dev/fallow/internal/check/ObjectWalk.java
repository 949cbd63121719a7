package dev.fallow.internal.check;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.census.Census;
import dev.fallow.internal.census.WalkQueue;
import dev.fallow.internal.check.structure.CachedGroups;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The {@linkplain Census.Reader reader} that doubts the file: it reads structures from the storage, and continues after a defect.
 */
final class ObjectWalk implements Census.Reader {
    /** The maximum number of soft links that wait. */
    private static final int MOST_WAITING = 10_000;

    private final Context context;
    private final BTreeK k;
    private final HeldObjects held;
    private final Resolved resolved;
    private final ChunkDecoding decoding;
    private final Census census = new Census(this, false);
    /** The objects with a wrong link count, with the number of links found. */
    private final AddressTable wrongCounts = new AddressTable();

    /** The objects whose attributes or elements are references. */
    private final WalkQueue referring = new WalkQueue();

    private boolean complete = true;

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
        return census.size();
    }

    void walk(long root) throws IOException {
        PathNode rootPath = PathNode.of("/");
        enqueue(root, rootPath);
        CachedGroups.checkRoot(context, root, rootPath);
        census.walk();
        held.finish();
        checkLinkCounts(root);
    }

    @Override
    public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
        complete &=
                context.findings().attempt(Family.OTHER, object.address(), object.path(), () -> read(object, later));
    }

    @Override
    public void links(WalkQueue.Step group) throws IOException {
        complete &= context.findings().attempt(Family.OTHER, group.address(), group.path(), () -> {
            // findings in the header and its blocks were reported by the first visit
            Header header = HeaderCheck.read(context.quiet(), group.address(), group.path());
            links(header, group.path());
        });
    }

    private void enqueue(long address, PathNode path) throws IOException {
        if (!census.has(address) && (!context.isInside(address, 1) || address == 0)) {
            complete = false;
            context.add(
                    FindingCode.LINK_TARGET,
                    address,
                    path,
                    "expected an object header before the end of allocation, %d, found the address %d"
                            .formatted(context.superblock().end(), address));
        } else {
            census.found(address, path);
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    private void read(WalkQueue.Step object, boolean later) throws IOException {
        long address = object.address();
        PathNode path = object.path();
        Header header = HeaderCheck.read(context, address, path);
        if (header == null) {
            complete = false;
            return;
        }
        complete &= header.complete();
        census.counted(address, header.linkCount());
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
        if (group && later && GroupCheck.mayBeLarge(context, header)) {
            census.visitLinksLater(object);
        } else if (group) {
            links(header, path);
        } else if (header.has(MessageType.DATA_LAYOUT)) {
            DatasetCheck dataset = new DatasetCheck(context, resolved, k, decoding, path);
            if (dataset.check(header)) {
                refers |= ElementCopy.hasReferences(dataset.type());
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

    /** Frees the memory of the objects. */
    void forgetObjects() {
        census.forget();
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

    /** Soft links of one group. They are followed some at a time, because following one reads other groups. */
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
        census.forEachWrongCount((address, tally) -> {
            if (tally > 0 || complete) { // after other damage some links may not have been found
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
            long stored = HeaderCheck.read(context.quiet(), address, path).linkCount();
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
