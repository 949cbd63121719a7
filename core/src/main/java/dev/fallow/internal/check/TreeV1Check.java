package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.Layout;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Checks one version 1 B-tree: the levels and siblings of its nodes, and the order of its keys.
 *
 * @param <K> the keys
 */
abstract class TreeV1Check<K> extends StructureCheck {
    private static final String NODE = "version 1 B-tree node";
    private static final int LEVELS = 256;

    private final Layout layout;
    private final int length;
    private final int keyLength;
    private final boolean entryAddresses;
    /** The last node visited of each level, and the right sibling that it states. */
    private final long[] last = new long[LEVELS];

    private final long[] lastRight = new long[LEVELS];

    /**
     * A node.
     *
     * @param keys one more than children
     */
    record Node<K>(int level, long left, long right, long[] children, IntFunction<K> keys) {}

    /**
     * A check of a tree.
     *
     * @param length of a node
     * @param keyLength of a key; the address of a child follows each but the last
     * @param entryAddresses whether findings on an entry have its address; otherwise they have that of the node
     */
    TreeV1Check(StructureCheck check, Layout layout, int length, int keyLength, boolean entryAddresses) {
        super(check, Family.BTREE_V1, check.path);
        this.layout = layout;
        this.length = length;
        this.keyLength = keyLength;
        this.entryAddresses = entryAddresses;
        Arrays.fill(last, Addresses.UNDEFINED);
        Arrays.fill(lastRight, Addresses.UNDEFINED);
    }

    /** Decodes a node. */
    abstract Node<K> decode(FieldReader in, long at);

    /**
     * Whether two neighbouring keys are in order, and between the limits of their node.
     *
     * @param low null for no limit
     * @param high null for no limit
     * @param first whether they are the first keys of the node
     */
    abstract boolean isOrdered(K low, K left, K right, K high, boolean first);

    /** Checks an entry of a leaf, which is at a place of the node. */
    abstract void entry(ChunkEntry place, K key, K next, long child) throws IOException;

    /** Checks the tree with its root at an address. */
    final void tree(long root) throws IOException {
        attempt(root, () -> node(root, -1, null, null, null));
        for (int level = 0; level < LEVELS; level++) {
            if (lastRight[level] != Addresses.UNDEFINED) {
                wrongSibling(last[level], "no right sibling", lastRight[level]);
            }
        }
    }

    /** A defect of a node. */
    static Defect defect(FindingCode code, long at, String problem) {
        return defect(code, NODE, at, problem);
    }

    /** @param above the key above that repeats the first key of the node; null if there is none */
    private void node(long at, int level, K low, K high, ChunkEntry.Key above) throws IOException {
        byte[] image = signed(layout, at, length);
        claim(layout.structure(), at, length);
        Node<K> node = decode(reader(image, layout.structure(), at), at);
        // a tree without entries has one leaf
        int expected = node.children.length == 0 ? Math.max(0, level) : level;
        if (expected >= 0 && node.level != expected && !isTrusting()) {
            throw defect(FindingCode.BT1_LEVEL, at, "expected level %d, found %d".formatted(expected, node.level));
        }
        checkSiblings(at, node);
        Part part = Part.plain(at, length);
        for (int i = 0; i < node.children.length; i++) {
            long keyAt = at + layout.end(sizes) + (long) i * (keyLength + sizes.offsets());
            ChunkEntry.Key repeating = i == 0 ? above : null;
            K left = node.keys.apply(i);
            K right = node.keys.apply(i + 1);
            if (!isOrdered(low, left, right, high, i == 0)) {
                String problem = "expected keys in ascending order, found key %d out of place".formatted(i);
                add(FindingCode.BT1_ORDER, entryAddresses ? keyAt : at, sentence(NODE, at, problem));
            }
            long child = node.children[i];
            pointer(part, keyAt + keyLength, child);
            if (node.level > 0) {
                ChunkEntry.Key key = new ChunkEntry.Key(part, keyAt, repeating);
                attempt(child, () -> node(child, node.level - 1, left, right, key));
            } else {
                entry(new ChunkEntry(part, keyAt + keyLength, keyAt, Integer.BYTES, repeating), left, right, child);
            }
        }
    }

    /** Compares the siblings of a node with its neighbours in the level; nodes are visited in the order of their keys. */
    private void checkSiblings(long at, Node<K> node) {
        int level = node.level;
        if (node.left != last[level]) {
            wrongSibling(at, "left sibling " + (last[level] < 0 ? "none" : String.valueOf(last[level])), node.left);
        }
        if (lastRight[level] != Addresses.UNDEFINED && lastRight[level] != at
                || last[level] >= 0 && lastRight[level] < 0) {
            wrongSibling(last[level], "right sibling " + at, lastRight[level]);
        }
        last[level] = at;
        lastRight[level] = node.right;
    }

    private void wrongSibling(long at, String expected, long found) {
        add(FindingCode.BT1_SIBLING, NODE, at, "expected %s, found %d".formatted(expected, found));
    }
}
