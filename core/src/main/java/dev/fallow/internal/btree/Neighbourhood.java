package dev.fallow.internal.btree;

import java.io.IOException;

/**
 * The nodes around a path that one of many changes may modify: those that share records with the nodes on the path, as
 * far up as nodes may become too full or too empty.
 */
final class Neighbourhood {
    private final LiveNodes nodes;
    private final Path path;

    /** @param path a copy of a path; extended to the leaf */
    Neighbourhood(LiveNodes nodes, Path path) throws IOException {
        this.nodes = nodes;
        this.path = path;
        int level = path.lowest();
        if (level > 0) {
            path.at(path.position(level) + 1);
            for (int below = level; below > 0; below--) {
                path.enter(nodes.child(path.node(below), path.position(below)));
                path.at(0);
            }
        }
    }

    /**
     * Loads and checks the nodes.
     *
     * @param changes the number of changes
     */
    void load(int changes) throws IOException {
        for (int level = 0; level < nodes.depth(); level++) {
            int count = path.node(level).count();
            boolean mayBeFreed = count - changes < nodes.mergeCount(level);
            if (count + changes <= nodes.splitCount(level) && !mayBeFreed) {
                return;
            }
            for (LiveNode node : new Siblings(nodes, path, level).nodes()) {
                if (mayBeFreed) {
                    nodes.requireInUse(node);
                }
            }
        }
    }
}
