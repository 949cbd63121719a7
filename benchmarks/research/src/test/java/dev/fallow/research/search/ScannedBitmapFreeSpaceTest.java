package dev.fallow.research.search;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Placement;

/** The paper's own form, without summaries. The map ends early, since every search goes through all of it. */
class ScannedBitmapFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return boundary -> ScanningIndex.scanned(granularity(), boundary, new BitParallelSearch(64));
    }

    @Override
    protected Placement placement() {
        return Placement.ANY_FIT;
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
