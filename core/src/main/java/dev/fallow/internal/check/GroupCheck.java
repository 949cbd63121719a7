package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.Utf8;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Checks the links of one group, in each form in which they can be stored. */
final class GroupCheck extends DenseCheck {
    private final BTreeK k;
    private final Links links;
    private final Set<Long> orders = new HashSet<>();
    private LinkInfo info = LinkInfo.COMPACT;

    /** Receives the links. */
    interface Links {
        /**
         * A hard link.
         *
         * @param entry the symbol table entry that it is from, or null
         * @param entryAddress of that entry
         */
        void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) throws IOException;

        /** A soft link of the group. */
        default void soft(String target, PathNode path) throws IOException {}
    }

    /** @param k the K values of the file */
    GroupCheck(StructureCheck check, BTreeK k, PathNode path, Links links) {
        super(check, true, path);
        this.k = k;
        this.links = links;
    }

    /** Whether the links of a group are not only in its header. */
    static boolean mayBeLarge(StructureCheck check, Header header) throws IOException {
        boolean[] compact = {false};
        Header.Message info = header.find(MessageType.LINK_INFO);
        if (info != null) {
            check.quiet()
                    .decoded(
                            info.address(),
                            () -> compact[0] =
                                    !LinkInfo.decode(info.reader(check.sizes)).dense());
        }
        return !compact[0];
    }

    void check(Header header) throws IOException {
        Header.Message table = header.find(MessageType.SYMBOL_TABLE);
        if (table != null) {
            attempt(table.address(), () -> {
                SymbolTableMessage message = SymbolTableMessage.decode(table.reader(sizes));
                LocalHeapCheck heap = LocalHeapCheck.open(this, message.heapAddress());
                symbols(message.btreeAddress(), heap);
                if (heap != null) {
                    heap.finish();
                }
            });
        }
        Header.Message infoMessage = header.find(MessageType.LINK_INFO);
        if (infoMessage != null) {
            decoded(infoMessage.address(), () -> info = LinkInfo.decode(infoMessage.reader(sizes)));
        }
        for (Header.Message each : header.messages()) {
            if (each.is(MessageType.LINK) && !each.isShared()) {
                decoded(each.address(), () -> add(LinkMessage.decode(each.reader(sizes)), each.address()));
            }
        }
        check(infoMessage, info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress());
    }

    /** Checks the B-tree of a symbol table; the heap is null if the names are unknown. */
    void symbols(long tree, LocalHeapCheck heap) throws IOException {
        new SymbolTable(heap).tree(tree);
    }

    @Override
    void dense(FractalHeapCheck.Stored message, byte[] id, long order) throws IOException {
        FieldReader in = FieldReader.of(message.bytes(), sizes, MessageType.LINK.title(), -1);
        decoded(info.heapAddress(), () -> {
            LinkMessage link = LinkMessage.decode(in);
            named(link.name());
            orders.clear(); // the order of the index shows which are used twice
            add(link, info.heapAddress());
        });
    }

    /** No path leads to a link with another name. */
    private void checkName(String name, long address, PathNode link) {
        MessageCheck.name(findings, name, address, link);
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf(0) >= 0) {
            String problem = "expected a name of at least one character, without slash and NUL";
            findings.add(FindingCode.LINK_NAME, address, link, problem);
        }
    }

    private void add(LinkMessage message, long address) throws IOException {
        PathNode link = path.child(message.name());
        if (!isNew(message.name())) {
            String problem = "expected one link of this name, found several";
            findings.add(FindingCode.LINK_DUPLICATE, address, link, problem);
        }
        checkName(message.name(), address, link);
        long order = message.creationOrder();
        if (info.creationOrderTracked()
                && order != LinkMessage.NO_ORDER
                && (order >= info.maxCreationIndex() || !orders.add(order))) {
            String problem =
                    "expected a creation order of its own below %d, found %d".formatted(info.maxCreationIndex(), order);
            findings.add(FindingCode.LINK_ORDER, address, link, problem);
        }
        if (message.target() instanceof LinkTarget.Hard hard) {
            links.hard(hard.address(), link, null, Addresses.UNDEFINED);
        } else if (message.target() instanceof LinkTarget.External external) {
            MessageCheck.name(findings, external.fileName(), address, link);
            MessageCheck.name(findings, external.objectPath(), address, link);
        } else if (message.target() instanceof LinkTarget.Soft soft) {
            MessageCheck.name(findings, soft.path(), address, link);
            links.soft(soft.path(), link);
        }
    }

    /** The symbol table of the group: the local heap with the names, the B-tree and its symbol table nodes. */
    private final class SymbolTable extends TreeV1Check<byte[]> {
        private static final String ENTRY = "symbol table entry";
        /** Null if it cannot be read. */
        private final LocalHeapCheck heap;

        private byte[] before;

        SymbolTable(LocalHeapCheck heap) {
            super(
                    GroupCheck.this,
                    GroupBTreeNode.LAYOUT,
                    GroupBTreeNode.length(GroupCheck.this.sizes, k.groupInternal()),
                    GroupCheck.this.sizes.lengths(),
                    false);
            this.heap = heap;
        }

        @Override
        Node<byte[]> decode(FieldReader in, long at) {
            GroupBTreeNode node = GroupBTreeNode.decode(in, k.groupInternal());
            return new Node<>(
                    node.level(),
                    node.leftSibling(),
                    node.rightSibling(),
                    node.children(),
                    i -> key(node.keys()[i], at));
        }

        @Override
        boolean isOrdered(byte[] low, byte[] left, byte[] right, byte[] high, boolean first) {
            return !isAfter(left, right) && !(first && isAfter(low, left)) && !isAfter(right, high);
        }

        /** Checks a symbol table node; its names are above the first key and not above the second one. */
        @Override
        void entry(ChunkEntry place, byte[] low, byte[] high, long child) throws IOException {
            new StructureCheck(this, Family.SYMBOLS, path).attempt(child, () -> symbols(child, low, high));
        }

        private byte[] key(long offset, long at) {
            if (heap == null) {
                return null;
            }
            byte[] key = heap.name(offset);
            if (key == null) {
                throw defect(FindingCode.BT1_FIELD, at, "expected a key in the local heap, found offset " + offset);
            }
            return key;
        }

        private static boolean isAfter(byte[] one, byte[] other) {
            return one != null && other != null && Arrays.compareUnsigned(one, other) > 0;
        }

        private void symbols(long at, byte[] low, byte[] high) throws IOException {
            StructureCheck check = new StructureCheck(this, Family.SYMBOLS, path);
            byte[] image = check.signed(SymbolTableNode.LAYOUT, at, SymbolTableNode.length(sizes, k.groupLeaf()));
            claim(SymbolTableNode.STRUCTURE, at, image.length);
            SymbolTableNode node = SymbolTableNode.decode(reader(image, SymbolTableNode.STRUCTURE, at), k.groupLeaf());
            Part part = Part.plain(at, image.length);
            int entryLength = SymbolTableEntry.length(sizes);
            for (int i = 0; i < node.entries().size(); i++) {
                SymbolTableEntry entry = node.entries().get(i);
                long entryAt = at + SymbolTableNode.PREFIX_LENGTH + (long) i * entryLength;
                check.attempt(entryAt, () -> {
                    pointers(part, entry, entryAt);
                    entry(entry, entryAt, low, high);
                });
            }
        }

        /** The addresses in an entry: of the header, and of the B-tree and the heap if they are cached there. */
        private void pointers(Part part, SymbolTableEntry entry, long at) {
            if (!entry.isSoftLink()) {
                pointer(part, at + SymbolTableEntry.LAYOUT.field("header").at(sizes), entry.headerAddress());
            }
            long scratch = at + SymbolTableEntry.LAYOUT.field("scratch").at(sizes);
            pointer(part, scratch, entry.btreeAddress());
            pointer(part, scratch + sizes.offsets(), entry.heapAddress());
        }

        private void entry(SymbolTableEntry entry, long at, byte[] low, byte[] high) throws IOException {
            boolean isSoft = entry.isSoftLink();
            if (heap == null) {
                if (!isSoft) {
                    link(entry, at, "?" + entry.nameOffset(), null);
                }
                return;
            }
            byte[] name = heap.name(entry.nameOffset());
            byte[] target = isSoft ? heap.name(entry.targetOffset()) : null;
            if (name == null || name.length == 0 || isSoft && (target == null || target.length == 0)) {
                String problem = "expected a name and a target in the local heap, found offsets %d and %d"
                        .formatted(entry.nameOffset(), entry.targetOffset());
                throw defect(FindingCode.SNOD_NAME, ENTRY, at, problem);
            }
            heap.use(entry.nameOffset(), name.length);
            if (isSoft) {
                heap.use(entry.targetOffset(), target.length);
            }
            boolean between = before == null || Arrays.compareUnsigned(before, name) < 0;
            if (!between || low != null && Arrays.compareUnsigned(low, name) >= 0 || isAfter(name, high)) {
                String problem = "expected names in ascending order, between the keys of the B-tree, found ";
                add(FindingCode.SNOD_ORDER, ENTRY, at, problem + text(name));
            }
            before = name;
            link(entry, at, text(name), isSoft ? text(target) : null);
        }

        /** @param target the path of a soft link; null of a hard link */
        private void link(SymbolTableEntry entry, long at, String name, String target) throws IOException {
            PathNode link = path.child(name);
            checkName(name, at, link);
            if (target == null) {
                links.hard(entry.headerAddress(), link, entry, at);
            } else {
                MessageCheck.name(findings, target, at, link);
                links.soft(target, link);
            }
        }

        private static String text(byte[] name) {
            return Utf8.decode(name, 0, name.length);
        }
    }
}
