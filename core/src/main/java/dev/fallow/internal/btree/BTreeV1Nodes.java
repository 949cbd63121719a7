package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/** The nodes of one version 1 B-tree: loads, creates and frees them. */
public abstract class BTreeV1Nodes<N extends BTreeV1Node> {
    public static final AllocationType SPACE = AllocationType.B_TREE;
    /** The specification's name of a node, for messages. */
    public static final String STRUCTURE = GroupBTreeNode.STRUCTURE;

    protected final BlockSource source;
    protected final StructureStore store;
    private final Class<N> type;

    protected BTreeV1Nodes(BlockSource source, Class<N> type) {
        this.source = source;
        this.type = type;
        store = source.store();
    }

    // ---- what depends on the keys ----------------------------------------------------------------------------

    /** The length of a node in bytes. */
    public abstract int length();

    /** A node that was read from the file; checked here. */
    protected abstract N loaded(Block block);

    /** A node whose image was created here. */
    protected abstract N created(Block block);

    /** The image of a leaf without children. */
    protected abstract byte[] empty();

    /**
     * Checks a node below the root.
     *
     * @throws FormatException if it has another level
     */
    public abstract N checked(N node, int level);

    /** Checks that a node that was cached is one of this tree. */
    protected abstract void require(N node);

    // ---- loading ---------------------------------------------------------------------------------------------

    public final StructureStore store() {
        return store;
    }

    /** Whether a structure is cached at an address. */
    public final boolean isHeld(long at) {
        return store.cache().find(at) != null;
    }

    /** A node of any level. */
    public final N node(long at) throws IOException {
        return node(at, false);
    }

    /** A node below the root. */
    public final N node(long at, int level) throws IOException {
        return checked(node(at, false), level);
    }

    /**
     * A node of any level.
     *
     * @param walking whether it need not be added to the cache; it must not be modified then
     */
    public final N node(long at, boolean walking) throws IOException {
        N held = source.held(at, type, STRUCTURE);
        if (held != null) {
            require(held);
            return held;
        }
        return source.loaded(loaded(source.read(at, length(), STRUCTURE, 0)), walking);
    }

    /** The left sibling of a node, about to be changed; null if there is none. */
    public final N left(N node) throws IOException {
        return node.left() == Addresses.UNDEFINED ? null : sibling(node, node.left(), false);
    }

    /** The right sibling of a node, about to be changed; null if there is none. */
    public final N right(N node) throws IOException {
        return node.right() == Addresses.UNDEFINED ? null : sibling(node, node.right(), true);
    }

    /** Checks a sibling about to be changed: it must refer to the node as its own sibling. */
    private N sibling(N node, long at, boolean right) throws IOException {
        N sibling = node(at, node.level());
        long back = right ? sibling.left() : sibling.right();
        if (back != node.address() || sibling.count() == 0) {
            throw new FormatException(STRUCTURE, at, notASibling(node.address(), sibling.count(), back));
        }
        return sibling;
    }

    protected abstract String notASibling(long of, int count, long back);

    // ---- creating and freeing --------------------------------------------------------------------------------

    /** Creates a leaf without children. */
    public final N create() {
        return create(empty());
    }

    /** Creates a copy of a node. */
    public final N copy(N node) {
        return create(node.image.clone());
    }

    private N create(byte[] image) {
        N node = created(store.create(SPACE, image, 0));
        store.cache().keep(node);
        return node;
    }

    /** Frees a node of the tree, or what is below it. */
    public final void release(LiveBlock node) {
        store.release(SPACE, node);
    }
}
