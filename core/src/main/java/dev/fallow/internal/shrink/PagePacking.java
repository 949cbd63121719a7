package dev.fallow.internal.shrink;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.shrink.BlockMap.Block;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many pages the blocks of a paged file would take if they were put together again, the largest first: known before
 * anything is copied. Small blocks share pages with others of their kind and do not cross the end of one; larger ones begin at
 * one. A block that cannot be moved keeps its page. n log n steps for n blocks.
 */
final class PagePacking {
    private final long page;
    private final BlockLayout layout;
    private long pages;

    PagePacking(long page, BlockLayout layout) {
        this.page = page;
        this.layout = layout;
    }

    /** Returns the bytes of the pages of all blocks from an address on. */
    long bytes(long from) {
        List<Long> metadata = new ArrayList<>();
        List<Long> rawData = new ArrayList<>();
        Map<Long, Long> metadataKept = new HashMap<>();
        Map<Long, Long> rawDataKept = new HashMap<>();
        for (int i = 0; i < layout.size(); i++) {
            Block block = layout.block(i);
            boolean raw = block.type() == AllocationType.RAW_DATA;
            if (block.address() < from) {
                continue;
            }
            if (block.size() >= page) {
                pages += (block.size() + page - 1) / page;
            } else if (block.isMovable()) {
                (raw ? rawData : metadata).add(block.size());
            } else {
                (raw ? rawDataKept : metadataKept).merge(block.address() / page, block.size(), Long::sum);
            }
        }
        pack(metadata, metadataKept);
        pack(rawData, rawDataKept);
        return pages * page;
    }

    /** @param kept the bytes in use in each page that is not given up */
    private void pack(List<Long> sizes, Map<Long, Long> kept) {
        TreeMap<Long, Integer> rests = new TreeMap<>();
        kept.values().forEach(used -> rests.merge(page - used, 1, Integer::sum));
        pages += kept.size();
        sizes.sort(Comparator.reverseOrder());
        for (long size : sizes) {
            Long rest = rests.ceilingKey(size);
            if (rest == null) {
                pages++;
                rest = page;
            } else {
                rests.computeIfPresent(rest, (key, count) -> count == 1 ? null : count - 1);
            }
            rests.merge(rest - size, 1, Integer::sum);
        }
    }
}
