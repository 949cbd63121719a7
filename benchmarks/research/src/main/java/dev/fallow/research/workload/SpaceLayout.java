package dev.fallow.research.workload;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A state of a file's space: blocks in use, and free sections between them. */
public final class SpaceLayout {
    private static final long SEED = 0x5EEDL;

    private final long[] blockAddresses;
    private final long[] blockSizes;
    private final long[] sectionAddresses;
    private final long[] sectionSizes;
    private final long end;

    private SpaceLayout(
            long[] blockAddresses, long[] blockSizes, long[] sectionAddresses, long[] sectionSizes, long end) {
        this.blockAddresses = blockAddresses;
        this.blockSizes = blockSizes;
        this.sectionAddresses = sectionAddresses;
        this.sectionSizes = sectionSizes;
        this.end = end;
    }

    /**
     * A layout aged under exact best fit: the necessary number of blocks is allocated, then six operations per block,
     * half of them releases, replace each block about three times.
     *
     * @param sections the approximate number of free sections
     */
    public static SpaceLayout aged(SizeDistribution sizes, int sections, FreeSpaceFactory bestFit) {
        int pilotBlocks = Math.max(64, sections / 4);
        double blocksASection =
                (double) pilotBlocks / agedOf(sizes, pilotBlocks, bestFit).sections();
        return agedOf(sizes, (int) Math.max(16, sections * blocksASection), bestFit);
    }

    private static SpaceLayout agedOf(SizeDistribution sizes, int blocks, FreeSpaceFactory bestFit) {
        SpaceLayout fresh = oneBehindTheOther(sizes, blocks);
        Driver driver = new Driver(fresh, bestFit.create(0), sizes, Mix.HALF_AND_HALF, SEED);
        Chunk chunk = new Chunk(1 << 14);
        for (long done = 0; done < 6L * blocks; done += chunk.count()) {
            driver.next(chunk, (int) Math.min(chunk.capacity(), 6L * blocks - done));
        }
        return driver.layout();
    }

    private static SpaceLayout oneBehindTheOther(SizeDistribution sizes, int blocks) {
        SplittableRandom random = new SplittableRandom(SEED);
        long[] addresses = new long[blocks];
        long[] blockSizes = new long[blocks];
        long end = 0;
        for (int i = 0; i < blocks; i++) {
            addresses[i] = end;
            blockSizes[i] = sizes.draw(random);
            end += blockSizes[i];
        }
        return new SpaceLayout(addresses, blockSizes, new long[0], new long[0], end);
    }

    /** Alternating sections and blocks of one size; a block follows each section. */
    public static SpaceLayout checkerboard(int sections, long size) {
        return spaced(sections, size, 2 * size);
    }

    /**
     * Sections of one size at a fixed distance, each followed by a block of the same size; the space between them is
     * permanently in use.
     */
    public static SpaceLayout spaced(int sections, long size, long distance) {
        long[] sectionAddresses = new long[sections];
        long[] blockAddresses = new long[sections];
        long[] sizes = new long[sections];
        Arrays.fill(sizes, size);
        for (int i = 0; i < sections; i++) {
            sectionAddresses[i] = i * distance;
            blockAddresses[i] = i * distance + size;
        }
        return new SpaceLayout(blockAddresses, sizes, sectionAddresses, sizes.clone(), sections * distance);
    }

    /** The layout produced by a driver. */
    static SpaceLayout of(FreeSpace space, long[] blockAddresses, long[] blockSizes, int blocks, long end) {
        int sections = Math.toIntExact(space.sectionCount());
        long[] addresses = new long[sections];
        long[] sizes = new long[sections];
        int[] next = {0};
        space.forEach((address, size) -> {
            addresses[next[0]] = address;
            sizes[next[0]++] = size;
        });
        return new SpaceLayout(
                Arrays.copyOf(blockAddresses, blocks), Arrays.copyOf(blockSizes, blocks), addresses, sizes, end);
    }

    /**
     * Creates a manager with these sections. They are freed in a random order, the same in every call, so that adjacent
     * sections are not adjacent in memory, as in an aged manager.
     */
    public FreeSpace load(FreeSpaceFactory factory) {
        FreeSpace space = factory.create(0);
        int[] order = new int[sections()];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (int i : order) {
            space.free(sectionAddresses[i], sectionSizes[i]);
        }
        return space;
    }

    /** The number of free sections. */
    public int sections() {
        return sectionAddresses.length;
    }

    /** The number of blocks in use that may be released. */
    public int blocks() {
        return blockAddresses.length;
    }

    /** The address of block {@code i}. */
    public long blockAddress(int i) {
        return blockAddresses[i];
    }

    /** The size of block {@code i}, in bytes. */
    public long blockSize(int i) {
        return blockSizes[i];
    }

    /** The end of allocation, in bytes. */
    public long end() {
        return end;
    }
}
