package dev.fallow.research.workload;

import dev.fallow.freespace.FreeSpace;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The steady state of a file: releases of random blocks and allocations of random sizes. The number of blocks in use
 * stays within two percent of its initial value. Refused requests are placed at the end of allocation.
 *
 * <p>The driver uses its own manager and records its answers. Another manager with the same placement and layout gives
 * the same answers, and can be timed without a table of blocks. Drivers with the same seed give the same sequence of
 * requests for every placement.
 */
public final class Driver implements OperationSource {
    private final FreeSpace space;
    private final SizeDistribution sizes;
    private final Mix mix;
    private final SplittableRandom random;
    private final int fewest;
    private final int most;
    private final long[] blockAddresses;
    private final long[] blockSizes;
    private int blocks;
    private long end;

    /** @param space a manager with the sections of the layout, owned by the driver */
    public Driver(SpaceLayout layout, FreeSpace space, SizeDistribution sizes, Mix mix, long seed) {
        this.space = space;
        this.sizes = sizes;
        this.mix = mix;
        random = new SplittableRandom(seed);
        blocks = layout.blocks();
        int band = Math.max(8, blocks / 50);
        fewest = Math.max(1, blocks - band);
        most = blocks + band;
        blockAddresses = new long[most];
        blockSizes = new long[most];
        for (int i = 0; i < blocks; i++) {
            blockAddresses[i] = layout.blockAddress(i);
            blockSizes[i] = layout.blockSize(i);
        }
        end = layout.end();
    }

    @Override
    public void next(Chunk chunk, int operations) {
        chunk.clear();
        for (int i = 0; i < operations; i++) {
            if (mix.extendPercent() > 0 && random.nextInt(100) < mix.extendPercent()) {
                extend(chunk);
            } else if (blocks > fewest && (blocks == most || random.nextBoolean())) {
                release(chunk);
            } else {
                allocate(chunk);
            }
        }
    }

    private void allocate(Chunk chunk) {
        long size = sizes.draw(random);
        long address = space.allocate(size);
        chunk.add(Chunk.ALLOCATE, address, size);
        if (address == FreeSpace.NO_SPACE) {
            address = end;
            end += size;
        }
        blockAddresses[blocks] = address;
        blockSizes[blocks++] = size;
    }

    private void release(Chunk chunk) {
        int block = random.nextInt(blocks);
        long address = blockAddresses[block];
        long size = blockSizes[block];
        space.free(address, size);
        chunk.add(Chunk.FREE, address, size);
        blockAddresses[block] = blockAddresses[--blocks];
        blockSizes[block] = blockSizes[blocks];
    }

    private void extend(Chunk chunk) {
        int block = random.nextInt(blocks);
        long extra = 8L * (1 + random.nextInt(32));
        long end = blockAddresses[block] + blockSizes[block];
        boolean taken = space.take(end, extra);
        chunk.add(taken ? Chunk.TAKE : Chunk.TAKE_REFUSED, end, extra);
        if (taken) {
            blockSizes[block] += extra;
        }
    }

    /** The current layout. */
    public SpaceLayout layout() {
        return SpaceLayout.of(space, Arrays.copyOf(blockAddresses, blocks), blockSizes, blocks, end);
    }
}
