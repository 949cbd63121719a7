package dev.fallow.internal.check;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.census.Census;
import dev.fallow.internal.census.WalkQueue;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.path.PathNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Finds paths to some objects, because no walk keeps the paths of all. An object without a link, such as a datatype, has none. */
final class PathFinder implements Census.Reader, GroupCheck.Links {
    private final Context quiet;
    private final BTreeK k;
    private final Set<Long> wanted;
    private final Map<Long, PathNode> paths = new HashMap<>();
    private final Census census = new Census(this, false);

    /**
     * @param quiet whose findings are not reported
     * @param wanted the addresses of the objects
     */
    PathFinder(Context quiet, BTreeK k, Set<Long> wanted) {
        this.quiet = quiet;
        this.k = k;
        this.wanted = wanted;
    }

    /** The paths of those that were found. */
    Map<Long, PathNode> find(long root) throws IOException {
        hard(root, PathNode.of("/"), null, 0);
        census.walk();
        return paths;
    }

    @Override
    public void visit(int number, WalkQueue.Step object, boolean later) throws IOException {
        if (paths.size() < wanted.size()) {
            quiet.findings().attempt(Family.OTHER, object.address(), object.path(), () -> {
                Header header = HeaderCheck.read(quiet, object.address(), object.path());
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
        census.found(address, path);
    }

    @Override
    public void soft(String target, PathNode path) {
        // leads to nothing new
    }
}
