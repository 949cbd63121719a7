package dev.fallow.benchmarks.workload;

import java.util.SplittableRandom;

/**
 * Adversary of an index that removes lazily: blocks between two free sections are released and taken again at their
 * address. Each release makes one section of three, each taking makes two of one, and no allocation ever looks at the
 * stale entries.
 */
public final class Toggles implements OperationSource {
    private final Layout layout;
    private final SplittableRandom random;
    private final boolean[] free;

    /** @param layout of blocks that have a section on each side; the last block is left alone */
    public Toggles(Layout layout, long seed) {
        this.layout = layout;
        random = new SplittableRandom(seed);
        free = new boolean[layout.blocks() - 1];
    }

    @Override
    public void next(Chunk chunk, int operations) {
        chunk.clear();
        for (int i = 0; i < operations; i++) {
            int block = random.nextInt(free.length);
            chunk.add(free[block] ? Chunk.TAKE : Chunk.FREE, layout.blockAddress(block), layout.blockSize(block));
            free[block] = !free[block];
        }
    }
}
