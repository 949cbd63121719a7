package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.FreeSpaceFactory;

/** The paper's own form, without summaries. The map ends early, since every search goes through all of it. */
class ScannedBitmapFreeSpaceTest extends BitmapFreeSpaceTest {
    @Override
    protected FreeSpaceFactory factory() {
        return boundary -> new BitmapFreeSpace(granularity(), boundary, new BitParallelSearch(64));
    }

    @Override
    protected long largestEnd() {
        return 1 << 16;
    }

    @Override
    protected long operations() {
        return Long.getLong("fallow.conformance.operations", 200_000);
    }
}
