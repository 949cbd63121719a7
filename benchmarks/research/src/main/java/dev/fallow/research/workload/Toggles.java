package dev.fallow.research.workload;

import java.util.SplittableRandom;

/**
 * Adversary of indexes with lazy removal: blocks between two free sections are released, and taken again at the same
 * address. Each release merges three sections into one, each taking splits one into two, and no allocation encounters
 * the stale entries.
 */
public final class Toggles implements OperationSource {
    private final SpaceLayout layout;
    private final SplittableRandom random;
    private final boolean[] free;

    /** @param layout whose blocks have a section on each side; the last block is not used */
    public Toggles(SpaceLayout layout, long seed) {
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
