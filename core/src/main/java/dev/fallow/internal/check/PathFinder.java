package dev.fallow.internal.check;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.AddressTable;
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

/** Finds paths to some objects, so that no walk has to keep the paths of all of them. An object without a link, such as a datatype, has none. */
final class PathFinder implements GroupCheck.Links {
    private final Context quiet;
    private final BTreeK k;
    private final Set<Long> wanted;
    private final Map<Long, PathNode> found = new HashMap<>();
    private final AddressTable met = new AddressTable();
    private final WalkQueue toVisit = new WalkQueue();

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
        while (!toVisit.isEmpty() && found.size() < wanted.size()) {
            WalkQueue.Step step = toVisit.remove();
            quiet.findings().attempt(Family.OTHER, step.address(), step.path(), () -> {
                Header header = new HeaderCheck(quiet).read(step.address(), step.path());
                if (header != null) {
                    new GroupCheck(quiet, k, step.path(), this).check(header);
                }
            });
        }
        return found;
    }

    @Override
    public void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) {
        if (wanted.contains(address)) {
            found.putIfAbsent(address, path);
        }
        if (met.indexOf(address) < 0) {
            met.add(address, 0);
            toVisit.add(address, path, 0);
        }
    }

    @Override
    public void soft(String target, PathNode path) {
        // leads to nothing new
    }
}
