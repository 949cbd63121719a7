package dev.fallow.research.workload;

import dev.fallow.freespace.FreeSpace;

/** The timed loop. Created through {@link Replays}, so that it is compiled for one kind of manager. */
final class ReplayLoop implements Replay {
    ReplayLoop() {}

    @Override
    public void replay(FreeSpace space, Chunk chunk) {
        byte[] kinds = chunk.kinds;
        long[] addresses = chunk.addresses;
        long[] sizes = chunk.sizes;
        int count = chunk.count();
        for (int i = 0; i < count; i++) {
            boolean same = true;
            switch (kinds[i]) {
                case Chunk.ALLOCATE -> same = space.allocate(sizes[i]) == addresses[i];
                case Chunk.FREE -> space.free(addresses[i], sizes[i]);
                case Chunk.TAKE -> same = space.take(addresses[i], sizes[i]);
                default -> same = !space.take(addresses[i], sizes[i]);
            }
            if (!same) {
                throw new IllegalStateException(
                        space.getClass().getSimpleName() + " answers differently: " + chunk.describe(i));
            }
        }
    }
}
