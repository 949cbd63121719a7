package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Checks the addresses of groups' links that symbol table entries and the superblock cache. */
public final class CachedGroups {
    /** The maximum number of entries that wait. */
    private static final int MOST_WAITING = 10_000;

    private final Context context;
    private final List<Cached> waiting = new ArrayList<>();

    private record Cached(long address, long entryAddress, long tree, long heap, PathNode path) {}

    /** The entries of one group. */
    public CachedGroups(Context context) {
        this.context = context;
    }

    /** Compares what the superblock caches of the root group. */
    public static void checkRoot(Context context, long root, PathNode path) throws IOException {
        CheckedSuperblock superblock = context.superblock();
        if (superblock.rootTree() != Addresses.UNDEFINED || superblock.rootHeap() != Addresses.UNDEFINED) {
            Cached entry = new Cached(root, 0, superblock.rootTree(), superblock.rootHeap(), path);
            check(context, entry, FindingCode.SB_CACHE);
        }
    }

    /**
     * Adds a link.
     *
     * @param entry null if it is not from a symbol table
     */
    public void add(long address, PathNode path, SymbolTableEntry entry, long entryAddress) throws IOException {
        if (entry != null && entry.cacheType() == SymbolTableEntry.GROUP) {
            waiting.add(new Cached(address, entryAddress, entry.btreeAddress(), entry.heapAddress(), path));
            if (waiting.size() == MOST_WAITING) {
                check();
            }
        }
    }

    /** Compares what was added with the headers of the groups. */
    public void check() throws IOException {
        for (Cached each : waiting) {
            check(context, each, FindingCode.SNOD_CACHE);
        }
        waiting.clear();
    }

    private static void check(Context context, Cached entry, FindingCode code) throws IOException {
        Context quiet = context.quiet();
        Header header = HeaderCheck.read(quiet, entry.address, entry.path);
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
}
