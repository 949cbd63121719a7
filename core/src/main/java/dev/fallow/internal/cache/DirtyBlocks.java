package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;

/** What has to be written, in address order, of which nothing may overlap. */
final class DirtyBlocks {
    /** A block is written whole if more than one part in this many has changed. */
    private static final int PART = 2;

    private final String fileName;
    /** The extent of the last block. */
    private long address = -1;

    private long end;

    /** @param fileName for messages */
    DirtyBlocks(String fileName) {
        this.fileName = fileName;
    }

    /**
     * The next one is a parked image.
     *
     * @throws CorruptFileException if it overlaps the last one, which happens only in a damaged file
     */
    DirtyBlock next(DirtyBlock parked) {
        next(parked.address(), parked.end());
        return parked;
    }

    /**
     * The first of two parts of the next block; null if it is to be written in one part. If little of it has changed,
     * only that and the checksum are written.
     *
     * @throws CorruptFileException as {@link #next(DirtyBlock)}
     */
    DirtyBlock firstPart(Block block) {
        next(block.address(), block.address() + block.length());
        if (!isInParts(block)) {
            return null;
        }
        return checksumIsFirst(block)
                ? part(block, block.checksumPosition(), checksumEnd(block), null)
                : part(block, block.changedFrom(), block.changedTo(), null);
    }

    /** The last, or only, part of a block. */
    DirtyBlock lastPart(Block block) {
        int from = block.changedFrom();
        int to = block.changedTo();
        if (isLargelyChanged(block)) {
            return part(block, 0, block.length(), block);
        } else if (block.checksumLength() == 0) {
            return part(block, from, to, block);
        } else if (!isInParts(block)) {
            return part(block, Math.min(from, block.checksumPosition()), Math.max(to, checksumEnd(block)), block);
        } else if (checksumIsFirst(block)) {
            return part(block, from, to, block);
        } else {
            return part(block, block.checksumPosition(), checksumEnd(block), block);
        }
    }

    private static boolean isLargelyChanged(Block block) {
        return (long) (block.changedTo() - block.changedFrom()) * PART > block.length();
    }

    private static int checksumEnd(Block block) {
        return block.checksumPosition() + block.checksumLength();
    }

    private static boolean checksumIsFirst(Block block) {
        return checksumEnd(block) < block.changedFrom();
    }

    /** Whether the checksum is away from the few bytes that have changed. */
    private static boolean isInParts(Block block) {
        return block.checksumLength() > 0
                && !isLargelyChanged(block)
                && (checksumIsFirst(block) || block.changedTo() < block.checksumPosition());
    }

    private static DirtyBlock part(Block block, int from, int to, Block whole) {
        return new DirtyBlock(block.address() + from, block.image(), from, to - from, whole, -1);
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
