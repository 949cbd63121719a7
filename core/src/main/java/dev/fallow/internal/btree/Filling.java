package dev.fallow.internal.btree;

/**
 * Builds a tree from sorted records, level by level from the leaves: the fewest nodes that hold the records, all with the
 * same number of them or one more; one record between every two nodes goes to the level above.
 */
final class Filling {
    private final LiveNodes nodes;

    Filling(LiveNodes nodes) {
        this.nodes = nodes;
    }

    /** @return the root */
    LiveNode root(byte[] records) {
        byte[] left = records;
        LiveNode[] level = {};
        do {
            nodes.setDepth(level.length == 0 ? 0 : nodes.depth() + 1);
            LiveNode[] made = create(nodes.depth(), left.length / nodes.recordSize());
            left = new Row(made[0], left, pointers(made[0], level)).spread(made).all();
            level = made;
        } while (level.length > 1);
        return level[0];
    }

    private LiveNode[] create(int level, int count) {
        int most = nodes.splitCount(level);
        LiveNode[] made = new LiveNode[(count + 1 + most) / (most + 1)];
        for (int i = 0; i < made.length; i++) {
            made[i] = nodes.create(level);
        }
        return made;
    }

    private static byte[] pointers(LiveNode parent, LiveNode[] children) {
        int length = parent.pointerLength();
        byte[] pointers = new byte[children.length * length];
        for (int i = 0; i < children.length; i++) {
            System.arraycopy(parent.pointerTo(children[i]), 0, pointers, i * length, length);
        }
        return pointers;
    }
}
