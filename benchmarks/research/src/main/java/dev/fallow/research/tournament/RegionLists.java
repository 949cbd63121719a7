package dev.fallow.research.tournament;

import dev.fallow.freespace.Section;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The structure of restricted buddy (Seltzer and Stonebraker, section 4.2): for each region a bit map of its largest
 * blocks and, for each smaller size, a circular doubly linked list of free blocks in the order of addresses. A smaller
 * block is in a list only if a buddy is in use, so the lists follow from the blocks in use.
 *
 * <p>The paper does not say when the structure is written, nor where the links are. Here each operation writes what it
 * has changed, links are in the free blocks, and the heads of a region's lists are in the first page of its bit map.
 */
final class RegionLists extends DiskMetadata {
    private static final int BITS = 8 * PAGE;
    private static final long PAGES_OF_A_REGION = 1L << 32;

    private final BlockSizes sizes;
    private final List<NavigableSet<Long>> free = new ArrayList<>(); // addresses by level
    private final Map<Node, Object> before = new HashMap<>(); // of the nodes that an operation touches
    private long regionSize;
    private long end;
    private long writes;

    /** A block of a list, a list's head, or a bit of the map. Heads have the address of their region. */
    private record Node(int level, long address, boolean isHead) {}

    private record Links(Node previous, Node next) {}

    /** @param regionSize in bytes, or {@link RestrictedBuddy#UNCLUSTERED} */
    RegionLists(BlockSizes sizes, long regionSize) {
        this.sizes = sizes;
        this.regionSize = regionSize;
        for (int level = 0; level < sizes.count(); level++) {
            free.add(new TreeSet<>());
        }
    }

    /** {@inheritDoc} The disk is entirely free; writing that is not counted. */
    @Override
    void begin(TournamentEntry entry) {
        end = entry.reach();
        regionSize = regionSize == RestrictedBuddy.UNCLUSTERED ? Math.max(1, end) : regionSize;
        long address = 0;
        for (int level = sizes.top(); level >= 0; level--) {
            for (; address <= end - sizes.size(level); address += sizes.size(level)) {
                free.get(level).add(address);
            }
        }
    }

    @Override
    void allocated(List<Section> pieces) {
        pieces.forEach(piece -> take(sizes.levelOf(piece.size()), piece.address()));
        write();
    }

    @Override
    void released(List<Section> pieces) {
        pieces.forEach(piece -> release(sizes.levelOf(piece.size()), piece.address()));
        write();
    }

    @Override
    long writes(TournamentEntry entry) {
        return writes;
    }

    /** The number of free blocks in lists and maps. */
    int freeBlocks() {
        return free.stream().mapToInt(NavigableSet::size).sum();
    }

    private long start(int level, long address) {
        return address / sizes.size(level) * sizes.size(level);
    }

    private void take(int level, long address) {
        int from = level;
        while (!free.get(from).contains(start(from, address))) {
            from++;
        }
        remove(from, start(from, address));
        for (int divided = from; divided > level; divided--) {
            long parent = start(divided, address);
            long kept = start(divided - 1, address);
            for (long part = parent; part < parent + sizes.size(divided); part += sizes.size(divided - 1)) {
                if (part != kept) {
                    add(divided - 1, part);
                }
            }
        }
    }

    private void release(int level, long address) {
        add(level, address);
        for (int at = level; at < sizes.top(); at++) {
            long parent = start(at + 1, address);
            long to = parent + sizes.size(at + 1);
            if (to > end || free.get(at).subSet(parent, to).size() < sizes.size(at + 1) / sizes.size(at)) {
                return;
            }
            for (long part = parent; part < to; part += sizes.size(at)) {
                remove(at, part);
            }
            add(at + 1, parent);
        }
    }

    private void add(int level, long address) {
        touch(level, address);
        free.get(level).add(address);
    }

    private void remove(int level, long address) {
        touch(level, address);
        free.get(level).remove(address);
    }

    /** Notes the state of a block that changes, and of its neighbours in the list. */
    private void touch(int level, long address) {
        Node node = new Node(level, address, false);
        note(node);
        if (level < sizes.top()) {
            Links links = links(node);
            note(links.previous);
            note(links.next);
        }
    }

    private void note(Node node) {
        if (!before.containsKey(node)) {
            before.put(node, state(node));
        }
    }

    /** What is on disk: whether a bit is set, or the links; null for a block that is not in its list. */
    private Object state(Node node) {
        if (!node.isHead && !free.get(node.level).contains(node.address)) {
            return null;
        }
        return node.level == sizes.top() ? Boolean.TRUE : links(node);
    }

    /** The neighbours of a block, whether it is in the list or not; of a head, the last and the first block. */
    private Links links(Node node) {
        long region = node.address / regionSize * regionSize;
        NavigableSet<Long> level = free.get(node.level).subSet(region, true, region + regionSize, false);
        Long previous = node.isHead ? level.isEmpty() ? null : level.last() : level.lower(node.address);
        Long next = node.isHead ? level.isEmpty() ? null : level.first() : level.higher(node.address);
        return new Links(node(node.level, region, previous), node(node.level, region, next));
    }

    private static Node node(int level, long region, Long address) {
        return address == null ? new Node(level, region, true) : new Node(level, address, false);
    }

    /** Counts the pages of what has changed since the last call. A block that is no longer free is not written. */
    private void write() {
        Set<Long> pages = new HashSet<>();
        before.forEach((node, old) -> {
            Object now = state(node);
            if (!Objects.equals(old, now) && (now != null || node.level == sizes.top())) {
                pages.add(page(node));
            }
        });
        writes += pages.size();
        before.clear();
    }

    /** The number of a page; negative for the pages of the regions. */
    private long page(Node node) {
        if (node.level < sizes.top() && !node.isHead) {
            return node.address / PAGE;
        }
        long bit = node.isHead ? 0 : node.address % regionSize / sizes.largest();
        return -1 - (node.address / regionSize * PAGES_OF_A_REGION + bit / BITS);
    }
}
