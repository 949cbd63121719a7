package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.census.Census;
import dev.fallow.internal.census.WalkQueue;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The {@linkplain Census.Reader reader} that doubts the file: it reads structures from the storage, and continues after a defect.
 */
final class ObjectWalk implements Census.Reader {
    /** The maximum number of links of a group that wait. */
    private static final int MOST_WAITING = 10_000;

    private final StructureCheck check;
    private final BTreeK k;
    private final SharedMessagesCheck shared;
    private final HeldObjects held;
    private final ChunkCheck.Decoding decoding;
    private final Census census = new Census(this, false);
    /** The objects with a wrong link count, with the number of links found. */
    private final AddressTable wrongCounts = new AddressTable();

    /** The objects whose attributes or elements are references. */
    private final WalkQueue referring = new WalkQueue();

    private boolean complete = true;

    /** Checks the shared messages. Table and store may be null, and so may the last if chunks are not to be decoded. */
    ObjectWalk(
            StructureCheck check, BTreeK k, SharedMessageTable table, ObjectStore store, ChunkCheck.Decoding decoding)
            throws IOException {
        this.check = check;
        this.k = k;
        this.decoding = decoding;
        shared = new SharedMessagesCheck(check, table, this::enqueue);
        held = new HeldObjects(check, store);
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
        if (check.superblock.rootTree != Addresses.UNDEFINED || check.superblock.rootHeap != Addresses.UNDEFINED) {
            long heap = check.superblock.rootHeap;
            checkCached(new Cached(root, 0, check.superblock.rootTree, heap, rootPath), FindingCode.SB_CACHE);
        }
        census.walk();
        held.finish();
        checkLinkCounts(root);
    }

    @Override
    public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
        StructureCheck own = of(object);
        complete &= own.attempt(object.address(), () -> read(own, object, later));
    }

    @Override
    public void links(WalkQueue.Step group) throws IOException {
        StructureCheck own = of(group);
        // findings in the header and its blocks were reported by the first visit
        complete &= own.attempt(
                group.address(), () -> links(own, Header.read(check.quiet(), group.address(), group.path())));
    }

    private StructureCheck of(WalkQueue.Step object) {
        return new StructureCheck(check, StructureCheck.Family.OTHER, object.path());
    }

    private void enqueue(long address, PathNode path) throws IOException {
        if (!census.has(address) && (!check.isInside(address, 1) || address == 0)) {
            complete = false;
            String problem = "expected an object header before the end of allocation, %d, found the address %d"
                    .formatted(check.superblock.end, address);
            check.findings.add(FindingCode.LINK_TARGET, address, path, problem);
        } else {
            census.found(address, path);
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    private void read(StructureCheck own, WalkQueue.Step object, boolean later) throws IOException {
        long address = object.address();
        PathNode path = object.path();
        Header header = Header.read(check, address, path);
        if (header == null) {
            complete = false;
            return;
        }
        complete &= header.complete();
        census.counted(address, header.linkCount());
        MessageCheck.check(own, header);
        AttributeCheck attributes = new AttributeCheck(check, shared, path);
        attributes.check(header);
        boolean refers = attributes.refersToObjects();
        if (attributes.refersToHeap()) {
            held.attributes(address, path);
        }
        boolean group = header.has(MessageType.LINK_INFO) || header.has(MessageType.SYMBOL_TABLE);
        if (!group && header.complete() && address == check.superblock.root) {
            String problem = "expected a root group at address %d, found another object".formatted(address);
            own.add(FindingCode.SB_ROOT, address, problem);
        }
        if (group && later && GroupCheck.mayBeLarge(check, header)) {
            census.visitLinksLater(object);
        } else if (group) {
            links(own, header);
        } else if (header.has(MessageType.DATA_LAYOUT)) {
            DatasetCheck dataset = new DatasetCheck(check, shared, k, decoding, path);
            if (dataset.check(header)) {
                refers |= ElementCopy.hasReferences(dataset.type());
                if (dataset.refersToHeap()) {
                    held.dataset(address, path);
                }
            }
        } else if (header.complete() && header.has(MessageType.DATATYPE) && header.has(MessageType.DATASPACE)) {
            String problem = "expected a data layout, found a datatype and a dataspace without one";
            own.add(FindingCode.HDR_KIND, "object header", address, problem);
        } else if (!header.has(MessageType.DATATYPE)) {
            String problem = "expected a group, a dataset or a datatype, found none of them";
            own.add(FindingCode.HDR_KIND, "object header", address, problem);
        }
        if (refers) {
            referring.add(address, path, 0);
        }
    }

    /** Frees the memory of the objects. */
    void forgetObjects() {
        census.forget();
    }

    /** Follows the references in attributes and elements; to be called after the walk, if it has found no errors. */
    void checkReferences(ObjectStore store, LongPredicate isObject) throws IOException {
        while (!referring.isEmpty()) {
            WalkQueue.Step each = referring.remove();
            long address = each.address();
            Targets targets = new Targets(isObject);
            check.findings.attempt(
                    StructureCheck.Family.ELEMENTS,
                    address,
                    each.path(),
                    () -> PointerWalk.visit(store, address, targets));
            store.cache().parkAndTrim();
            if (targets.dangling > 0) {
                String problem = "%d of %d references lead to no object, the first to address %d"
                        .formatted(targets.dangling, targets.all, targets.first);
                check.findings.add(FindingCode.REF_DANGLING, address, each.path(), problem);
            }
        }
    }

    /** Counts the references in one object. */
    private static final class Targets implements PointerVisitor {
        private final LongPredicate isObject;
        private long all;
        private long dangling;
        private long first;

        Targets(LongPredicate isObject) {
            this.isObject = isObject;
        }

        @Override
        public void reference(long target) {
            all++;
            if (!isObject.test(target)) {
                first = dangling++ == 0 ? target : first;
            }
        }
    }

    // ---- links -------------------------------------------------------------------------------------------------

    private void links(StructureCheck own, Header header) throws IOException {
        Waiting waiting = new Waiting(header.address(), own.path);
        new GroupCheck(check, k, own.path, waiting).check(header);
        waiting.follow();
        waiting.checkCached();
    }

    /** A soft link. */
    private record Soft(String target, PathNode path) {}

    /** The addresses of a group's links that a symbol table entry or the superblock caches. */
    private record Cached(long address, long entryAddress, long tree, long heap, PathNode path) {}

    /** The links of one group. They are followed some at a time, because following one reads other groups. */
    private final class Waiting implements GroupCheck.Links {
        private final long group;
        private final PathNode groupPath;
        private final List<Soft> soft = new ArrayList<>();
        private final List<Cached> cached = new ArrayList<>();

        Waiting(long group, PathNode groupPath) {
            this.group = group;
            this.groupPath = groupPath;
        }

        @Override
        public void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) throws IOException {
            enqueue(address, path);
            if (entry != null && entry.cacheType() == SymbolTableEntry.GROUP) {
                cached.add(new Cached(address, entryAddress, entry.btreeAddress(), entry.heapAddress(), path));
                if (cached.size() == MOST_WAITING) {
                    checkCached();
                }
            }
        }

        @Override
        public void soft(String target, PathNode path) throws IOException {
            soft.add(new Soft(target, path));
            if (soft.size() == MOST_WAITING) {
                follow();
            }
        }

        void follow() throws IOException {
            for (Soft each : soft) {
                held.softLink(group, groupPath, each.target, each.path);
            }
            soft.clear();
        }

        void checkCached() throws IOException {
            for (Cached each : cached) {
                ObjectWalk.this.checkCached(each, FindingCode.SNOD_CACHE);
            }
            cached.clear();
        }
    }

    private void checkCached(Cached entry, FindingCode code) throws IOException {
        StructureCheck quiet = check.quiet();
        Header header = Header.read(quiet, entry.address, entry.path);
        Header.Message message = header == null ? null : header.find(MessageType.SYMBOL_TABLE);
        if (message == null) {
            return; // a damaged header is found when the object is visited; a converted group has no table
        }
        quiet.attempt(entry.address, () -> {
            SymbolTableMessage table = SymbolTableMessage.decode(message.reader(check.sizes));
            if (table.btreeAddress() != entry.tree || table.heapAddress() != entry.heap) {
                String problem = "expected the cached addresses %d and %d, found %d and %d"
                        .formatted(table.btreeAddress(), table.heapAddress(), entry.tree, entry.heap);
                check.findings.add(code, entry.entryAddress, entry.path, problem);
            }
        });
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
        Map<Long, PathNode> paths = new PathFinder(wrong.keySet()).find(root);
        for (Map.Entry<Long, Long> each : wrong.entrySet()) {
            long address = each.getKey();
            PathNode path = paths.get(address);
            long stored = Header.read(check.quiet(), address, path).linkCount();
            long found = stored + each.getValue();
            wrongCounts.add(address, found);
            String problem = "object header at address %d: expected a link count of %d, found %d"
                    .formatted(address, found, stored);
            FindingCode code = stored < found ? FindingCode.HDR_LINKS_LOW : FindingCode.HDR_LINKS_HIGH;
            check.findings.add(code, address, path, problem);
        }
    }

    /** Finds paths to some objects, because no walk keeps the paths of all. An object without a link, such as a datatype, has none. */
    private final class PathFinder implements Census.Reader, GroupCheck.Links {
        private final StructureCheck quiet = check.quiet();
        private final Set<Long> wanted;
        private final Map<Long, PathNode> paths = new HashMap<>();
        private final Census groups = new Census(this, false);

        PathFinder(Set<Long> wanted) {
            this.wanted = wanted;
        }

        /** The paths of those that were found. */
        Map<Long, PathNode> find(long root) throws IOException {
            hard(root, PathNode.of("/"), null, 0);
            groups.walk();
            return paths;
        }

        @Override
        public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
            if (paths.size() < wanted.size()) {
                quiet.attempt(object.address(), () -> {
                    Header header = Header.read(quiet, object.address(), object.path());
                    if (header != null) {
                        new GroupCheck(quiet, k, object.path(), this).check(header);
                    }
                });
            }
        }

        @Override
        public void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) throws IOException {
            if (wanted.contains(address)) {
                paths.putIfAbsent(address, path);
            }
            groups.found(address, path);
        }
    }
}
