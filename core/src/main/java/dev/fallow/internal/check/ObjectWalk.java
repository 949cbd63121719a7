package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Visits all objects from the root group on, once each, and counts the links to them. */
final class ObjectWalk implements ObjectReferences {
    private static final int FOUND_BITS = 32;
    private static final long FOUND = (1L << FOUND_BITS) - 1;

    private final Context context;
    private final BTreeK k;
    private final HeldObjects held;
    private final Resolved resolved;
    private final ChunkDecoding decoding;
    /** For each object the links found, and above them the link count plus 1; 0 if the header could not be read. */
    private final AddressTable objects = new AddressTable();

    private final List<PathNode> paths = new ArrayList<>();
    private final Deque<Step> toVisit = new ArrayDeque<>();
    private final List<Soft> softLinks = new ArrayList<>();
    /** The objects with a wrong link count, with the number of links found. */
    private final AddressTable wrongCounts = new AddressTable();

    /** The objects whose attributes or elements are references. */
    private final List<Step> referring = new ArrayList<>();

    private boolean complete = true;

    private record Step(long address, PathNode path) {}

    private record Soft(String target, PathNode path) {}

    /**
     * @param shared null if there is no table
     * @param decoding null if chunks are not to be decoded
     */
    ObjectWalk(Context context, BTreeK k, SharedMessagesCheck shared, HeldObjects held, ChunkDecoding decoding) {
        this.decoding = decoding;
        this.context = context;
        this.k = k;
        this.held = held;
        resolved = new Resolved(context, shared, this);
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
        checkRootCache(root, rootPath);
        while (!toVisit.isEmpty()) {
            Step step = toVisit.remove();
            complete &= context.findings()
                    .attempt(Family.OTHER, step.address, step.path, () -> visit(step.address, step.path));
        }
        held.finish();
        checkLinkCounts();
    }

    // ---- references --------------------------------------------------------------------------------------------

    private void enqueue(long address, PathNode path) {
        int index = objects.indexOf(address);
        if (index >= 0) {
            objects.set(index, objects.value(index) + 1);
        } else if (!context.isInside(address, 1) || address == 0) {
            complete = false;
            context.add(
                    FindingCode.LINK_TARGET,
                    address,
                    path,
                    "expected an object header before the end of allocation, %d, found the address %d"
                            .formatted(context.superblock().end(), address));
        } else {
            objects.add(address, 1);
            paths.add(path);
            toVisit.add(new Step(address, path));
        }
    }

    @Override
    public void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) {
        enqueue(address, path);
        if (entry != null && entry.cacheType() == SymbolTableEntry.GROUP) {
            cached.add(new Cached(address, entryAddress, entry.btreeAddress(), entry.heapAddress(), path));
        }
    }

    @Override
    public void soft(String name, String target, PathNode path) {
        softLinks.add(new Soft(target, path));
    }

    @Override
    public void datatype(long address, PathNode path) {
        enqueue(address, path);
    }

    /** What the entries of the group now visited cache of their groups. */
    private final List<Cached> cached = new ArrayList<>();

    private record Cached(long address, long entryAddress, long tree, long heap, PathNode path) {}

    private void checkRootCache(long root, PathNode path) throws IOException {
        CheckedSuperblock superblock = context.superblock();
        if (superblock.rootTree() != Addresses.UNDEFINED || superblock.rootHeap() != Addresses.UNDEFINED) {
            Cached entry = new Cached(root, 0, superblock.rootTree(), superblock.rootHeap(), path);
            checkCached(entry, FindingCode.SB_CACHE);
        }
    }

    private void checkCached(Cached entry, FindingCode code) throws IOException {
        Context quiet = context.quiet();
        Header header = new HeaderCheck(quiet).read(entry.address, entry.path);
        Message message = header == null ? null : header.find(MessageType.SYMBOL_TABLE);
        if (message == null) {
            return; // a damaged header is found when the object is visited; a converted group has no table
        }
        quiet.findings().attempt(Family.HEADER, entry.address, entry.path, () -> {
            SymbolTableMessage table = SymbolTableMessage.decode(message.reader(context.sizes()));
            if (table.btreeAddress() != entry.tree || table.heapAddress() != entry.heap) {
                context.add(
                        code,
                        entry.entryAddress,
                        entry.path,
                        "expected the cached addresses %d and %d, found %d and %d"
                                .formatted(table.btreeAddress(), table.heapAddress(), entry.tree, entry.heap));
            }
        });
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    private void visit(long address, PathNode path) throws IOException {
        Header header = new HeaderCheck(context).read(address, path);
        if (header == null) {
            complete = false;
            return;
        }
        complete &= header.complete();
        int index = objects.indexOf(address);
        objects.set(index, objects.value(index) + (header.linkCount() + 1 << FOUND_BITS));
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
        if (group) {
            group(header, path);
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
            referring.add(new Step(address, path));
        }
    }

    /** Follows the references in attributes and elements; to be called after the walk, if it has found no errors. */
    void checkReferences(ObjectStore store) throws IOException {
        ReferenceCheck references = new ReferenceCheck(context.findings(), store, at -> objects.indexOf(at) >= 0);
        for (Step each : referring) {
            references.visit(each.address, each.path);
        }
    }

    private void group(Header header, PathNode path) throws IOException {
        softLinks.clear();
        cached.clear();
        new GroupCheck(context, k, path, this).check(header);
        for (Soft each : softLinks) {
            held.softLink(header.address(), path, each.target, each.path);
        }
        for (Cached each : cached) {
            checkCached(each, FindingCode.SNOD_CACHE);
        }
    }

    private void checkLinkCounts() {
        for (int i = 0; i < objects.size(); i++) {
            long found = objects.value(i) & FOUND;
            long stored = (objects.value(i) >>> FOUND_BITS) - 1;
            // after other damage some links may not have been found
            if (stored >= 0 && (stored < found || stored > found && complete)) {
                wrongCounts.add(objects.address(i), found);
                context.add(
                        stored < found ? FindingCode.HDR_LINKS_LOW : FindingCode.HDR_LINKS_HIGH,
                        objects.address(i),
                        paths.get(i),
                        "object header at address %d: expected a link count of %d, found %d"
                                .formatted(objects.address(i), found, stored));
            }
        }
    }
}
