package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Placement;

class BitmapFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return boundary -> new BitmapFreeSpace(granularity(), boundary);
    }

    @Override
    protected Placement placement() {
        return Placement.ANY_FIT;
    }

    /** The cost of a map depends on where it ends: high enough for five levels of summaries. */
    @Override
    protected long largestEnd() {
        return granularity() << 20;
    }
}
