package dev.fallow.internal.check.structure;

import dev.fallow.format.Utf8;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks the symbol table of a group: the local heap with the names, the B-tree and its symbol table nodes. */
public final class SymbolTableCheck extends StructureCheck {
    private final BTreeK k;
    private final Entries visitor;
    private LocalHeapCheck heap;
    private byte[] before;
    private final Siblings siblings;

    /** Receives the entries. */
    @FunctionalInterface
    public interface Entries {
        /**
         * An entry.
         *
         * @param target the path of a soft link; null of a hard link
         */
        void visit(SymbolTableEntry entry, long address, String name, String target) throws IOException;
    }

    /** @param k the K values of the file */
    public SymbolTableCheck(Context context, BTreeK k, PathNode path, Entries visitor) {
        super(context, Family.BTREE_V1, path);
        this.k = k;
        this.visitor = visitor;
        siblings = new Siblings(context, path);
    }

    /** Checks the symbol table at these addresses. */
    public void check(long tree, long heapAddress) throws IOException {
        heap = LocalHeapCheck.open(context, heapAddress, path);
        attempt(tree, () -> node(tree, -1, null, null));
        siblings.finish();
        if (heap != null) {
            heap.finish();
        }
    }

    /** Checks a node; its names are above the first key and not above the second one; null for no limit. */
    private void node(long at, int level, byte[] low, byte[] high) throws IOException {
        int length = GroupBTreeNode.length(sizes, k.groupInternal());
        byte[] image = signed(GroupBTreeNode.LAYOUT, at, length);
        claim(GroupBTreeNode.STRUCTURE, at, length);
        GroupBTreeNode node = GroupBTreeNode.decode(reader(image, GroupBTreeNode.LAYOUT, at), k.groupInternal());
        // a tree without entries has one leaf
        int expected = node.children().length == 0 ? Math.max(0, level) : level;
        if (expected >= 0 && node.level() != expected) {
            throw new Defect(
                    FindingCode.BT1_LEVEL,
                    at,
                    sentence(
                            "version 1 B-tree node",
                            at,
                            "expected level %d, found %d".formatted(expected, node.level())));
        }
        siblings.node(at, node.level(), node.leftSibling(), node.rightSibling());
        byte[] key = low;
        for (int i = 0; i < node.children().length; i++) {
            byte[] left = key(node.keys()[i], at);
            byte[] right = key(node.keys()[i + 1], at);
            if (isAfter(left, right) || isAfter(key, left) || isAfter(right, high)) {
                add(
                        FindingCode.BT1_ORDER,
                        at,
                        sentence(
                                "version 1 B-tree node",
                                at,
                                "expected keys in ascending order, found key %d out of place".formatted(i)));
            }
            key = right;
            long child = node.children()[i];
            if (node.level() > 0) {
                attempt(child, () -> node(child, node.level() - 1, left, right));
            } else {
                context.findings().attempt(Family.SYMBOLS, child, path, () -> symbols(child, left, right));
            }
        }
    }

    private byte[] key(long offset, long at) {
        if (heap == null) {
            return null;
        }
        byte[] key = heap.name(offset);
        if (key == null) {
            throw new Defect(
                    FindingCode.BT1_FIELD,
                    at,
                    sentence(
                            "version 1 B-tree node",
                            at,
                            "expected a key in the local heap, found offset %d".formatted(offset)));
        }
        return key;
    }

    private static boolean isAfter(byte[] one, byte[] other) {
        return one != null && other != null && Arrays.compareUnsigned(one, other) > 0;
    }

    private void symbols(long at, byte[] low, byte[] high) throws IOException {
        String structure = SymbolTableNode.STRUCTURE;
        int length = SymbolTableNode.length(sizes, k.groupLeaf());
        byte[] image = context.signed(Family.SYMBOLS, SymbolTableNode.SIGNATURE, structure, at, length);
        claim(structure, at, length);
        SymbolTableNode node = SymbolTableNode.decode(context.reader(image, structure, at), k.groupLeaf());
        int entryLength = SymbolTableEntry.length(sizes);
        for (int i = 0; i < node.entries().size(); i++) {
            SymbolTableEntry entry = node.entries().get(i);
            long entryAt = at + SymbolTableNode.PREFIX_LENGTH + (long) i * entryLength;
            context.findings().attempt(Family.SYMBOLS, entryAt, path, () -> entry(entry, entryAt, low, high));
        }
    }

    private void entry(SymbolTableEntry entry, long at, byte[] low, byte[] high) throws IOException {
        if (heap == null) {
            if (!entry.isSoftLink()) {
                visitor.visit(entry, at, "?" + entry.nameOffset(), null);
            }
            return;
        }
        byte[] name = heap.name(entry.nameOffset());
        byte[] target = entry.isSoftLink() ? heap.name(entry.targetOffset()) : null;
        if (name == null || name.length == 0 || entry.isSoftLink() && (target == null || target.length == 0)) {
            throw new Defect(
                    FindingCode.SNOD_NAME,
                    at,
                    sentence(
                            "symbol table entry",
                            at,
                            "expected a name and a target in the local heap, found offsets %d and %d"
                                    .formatted(entry.nameOffset(), entry.targetOffset())));
        }
        heap.use(entry.nameOffset(), name.length);
        if (entry.isSoftLink()) {
            heap.use(entry.targetOffset(), target.length);
        }
        boolean between = before == null || Arrays.compareUnsigned(before, name) < 0;
        if (!between || low != null && Arrays.compareUnsigned(low, name) >= 0 || isAfter(name, high)) {
            add(
                    FindingCode.SNOD_ORDER,
                    at,
                    sentence(
                            "symbol table entry",
                            at,
                            "expected names in ascending order, between the keys of the B-tree, found %s"
                                    .formatted(text(name))));
        }
        before = name;
        visitor.visit(entry, at, text(name), target == null ? null : text(target));
    }

    private static String text(byte[] name) {
        return Utf8.decode(name, 0, name.length);
    }
}
