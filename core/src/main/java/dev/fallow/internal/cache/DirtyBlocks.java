package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import java.util.ArrayList;
import java.util.List;

/** Collects what has to be written, in address order. */
final class DirtyBlocks {
    /** A block is written whole if more than one part in this many has changed. */
    private static final int PART = 2;

    private final String fileName;
    private final List<DirtyBlock> all;
    /** The extent of the last block. */
    private long address = -1;

    private long end;

    /** @param fileName for messages */
    DirtyBlocks(String fileName, int expected) {
        this.fileName = fileName;
        all = new ArrayList<>(expected);
    }

    /** The blocks that were added, or their parts. */
    List<DirtyBlock> all() {
        return all;
    }

    /**
     * Adds a parked image.
     *
     * @throws CorruptFileException if it overlaps the last one, which happens only in a damaged file
     */
    void add(DirtyBlock parked) {
        next(parked.address(), parked.end());
        all.add(parked);
    }

    /**
     * Adds a block. If little of it has changed, only that and the checksum are written.
     *
     * @throws CorruptFileException as {@link #add(DirtyBlock)}
     */
    void add(Block block) {
        next(block.address(), block.address() + block.length());
        int from = block.changedFrom();
        int to = block.changedTo();
        int checksum = block.checksumPosition();
        int checksumEnd = checksum + block.checksumLength();
        if ((long) (to - from) * PART > block.length()) {
            add(block, 0, block.length(), true);
        } else if (block.checksumLength() == 0) {
            add(block, from, to, true);
        } else if (checksumEnd < from) {
            add(block, checksum, checksumEnd, false);
            add(block, from, to, true);
        } else if (to < checksum) {
            add(block, from, to, false);
            add(block, checksum, checksumEnd, true);
        } else {
            add(block, Math.min(from, checksum), Math.max(to, checksumEnd), true);
        }
    }

    private void add(Block block, int from, int to, boolean last) {
        all.add(new DirtyBlock(block.address() + from, block.image(), from, to - from, last ? block : null, -1));
    }

    private void next(long nextAddress, long nextEnd) {
        if (address >= 0 && end > nextAddress) {
            throw new CorruptFileException(
                    "%s: two structures overlap, %d bytes at address %d and %d bytes at address %d"
                            .formatted(fileName, end - address, address, nextEnd - nextAddress, nextAddress));
        }
        address = nextAddress;
        end = nextEnd;
    }
}
