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
public final class SymbolTableCheck extends TreeV1Check<byte[]> {
    private final BTreeK k;
    private final Entries visitor;
    private LocalHeapCheck heap;
    private byte[] before;

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
        super(context, path, GroupBTreeNode.LAYOUT, GroupBTreeNode.length(context.sizes(), k.groupInternal()), 0);
        this.k = k;
        this.visitor = visitor;
    }

    /** Checks the symbol table at these addresses. */
    public void check(long tree, long heapAddress) throws IOException {
        heap = LocalHeapCheck.open(context, heapAddress, path);
        tree(tree);
        if (heap != null) {
            heap.finish();
        }
    }

    @Override
    protected Node<byte[]> decode(byte[] image, long at) {
        GroupBTreeNode node = GroupBTreeNode.decode(reader(image, GroupBTreeNode.LAYOUT, at), k.groupInternal());
        return new Node<>(
                node.level(), node.leftSibling(), node.rightSibling(), node.children(), i -> key(node.keys()[i], at));
    }

    @Override
    protected boolean isOrdered(byte[] low, byte[] left, byte[] right, byte[] high, boolean first) {
        return !isAfter(left, right) && !(first && isAfter(low, left)) && !isAfter(right, high);
    }

    /** Checks a symbol table node; its names are above the first key and not above the second one. */
    @Override
    protected void entry(long at, byte[] low, byte[] high, long child) throws IOException {
        context.findings().attempt(Family.SYMBOLS, child, path, () -> symbols(child, low, high));
    }

    private byte[] key(long offset, long at) {
        if (heap == null) {
            return null;
        }
        byte[] key = heap.name(offset);
        if (key == null) {
            throw defect(
                    FindingCode.BT1_FIELD, at, "expected a key in the local heap, found offset %d".formatted(offset));
        }
        return key;
    }

    private static boolean isAfter(byte[] one, byte[] other) {
        return one != null && other != null && Arrays.compareUnsigned(one, other) > 0;
    }

    private void symbols(long at, byte[] low, byte[] high) throws IOException {
        String structure = SymbolTableNode.STRUCTURE;
        int length = SymbolTableNode.length(sizes, k.groupLeaf());
        byte[] image = context.signed(Family.SYMBOLS, SymbolTableNode.LAYOUT.signature(), structure, at, length);
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
